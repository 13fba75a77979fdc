// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.LiveSessions;
import org.holdfast.servlet.session.ReservedNames;
import org.holdfast.servlet.session.ServletAttributes;
import org.holdfast.servlet.session.SessionStanding;
import org.jspecify.annotations.Nullable;

/*
 * Threads: those of requests, the application's own, and the background thread, which ends what has timed out.
 * Lock: this, around nothing but times, the count of uses and the step to ENDING. No code of the application runs under it.
 * F1  one thread ends the session: the one that takes it from VALID to ENDING.
 * F2  the background thread ends no session that a request uses; a request begins no use of a session that is being ended.
 */

/**
 * A session as the application sees it, live on this node. Its attributes are those of the {@link
 * ReplicatedSession}, so every read, put and removal is noticed.
 *
 * <p>Once the session belongs to another node this object is <em>released</em>: requests that still
 * run may use it, but no new request finds it. It calls no listener but the values that are
 * passivated, and its changes are refused when the responses are about to commit.
 */
final class FilterSession implements HttpSession, LiveSessions.Live {
  private enum State {
    VALID,
    /** The state in which the listeners receive the end; the session can still be read. */
    ENDING,
    ENDED
  }

  private final FilterSessions owner;
  private final ReplicatedSession replicated;
  private final SessionStanding standing;
  private final ServletAttributes attributes;
  private volatile boolean fresh;

  /** The state, which is written under the lock. */
  private volatile State state = State.VALID;

  @GuardedBy("this")
  private int uses;

  @GuardedBy("this")
  private long lastUseNanos;

  @GuardedBy("this")
  private long thisUseMillis;

  @GuardedBy("this")
  private long previousUseMillis;

  /**
   * Creates the live object of {@code replicated}, which says when it was last used, on any node.
   */
  FilterSession(FilterSessions owner, ReplicatedSession replicated, boolean fresh) {
    this.owner = owner;
    this.replicated = replicated;
    this.standing = new SessionStanding(replicated, this);
    this.fresh = fresh;
    this.attributes =
        new ServletAttributes(
            replicated.attributes(), replicated::putHeldBack, () -> !owner.keepsWhatCannotMove());
    Duration idle = replicated.idle();
    long usedMillis = System.currentTimeMillis() - idle.toMillis();
    lastUseNanos = System.nanoTime() - idle.toNanos();
    thisUseMillis = Math.max(usedMillis, replicated.creationTimeMillis());
    previousUseMillis = thisUseMillis;
    standing.attach();
  }

  FilterSessions owner() {
    return owner;
  }

  @Override
  public SessionStanding standing() {
    return standing;
  }

  // uses by requests

  /**
   * Counts a request that begins to use the session. Returns false, and does not count the request,
   * if the session has ended or its time is over.
   */
  synchronized boolean beginUse() {
    if (state != State.VALID || isTimeOver()) {
      return false;
    }
    uses++;
    previousUseMillis = thisUseMillis;
    markUsed();
    return true;
  }

  /** Counts the request that made the session. */
  synchronized void beginFirstUse() {
    uses++;
  }

  synchronized void endUse() {
    uses--;
    long began = thisUseMillis;
    markUsed();
    thisUseMillis = began;
  }

  @GuardedBy("this")
  private void markUsed() {
    lastUseNanos = System.nanoTime();
    thisUseMillis = System.currentTimeMillis();
    replicated.accessed();
  }

  /** Marks the session as known to the client. */
  void join() {
    fresh = false;
  }

  @GuardedBy("this")
  private boolean isTimeOver() {
    Duration limit = replicated.maxInactive();
    return uses == 0
        && limit.compareTo(Duration.ZERO) > 0
        && System.nanoTime() - lastUseNanos >= limit.toNanos();
  }

  @Override
  public synchronized boolean isTimedOut() {
    return state == State.VALID && isTimeOver();
  }

  // its end

  /** Returns whether the application may use the session, also while listeners receive its end. */
  @Override
  public boolean isValid() {
    return state != State.ENDED;
  }

  @Override
  public void invalidate() {
    requireValid();
    end(false);
  }

  @Override
  public void endTimedOut() {
    end(true);
  }

  @Override
  public void endUntold() {
    end(false);
  }

  /**
   * Ends the session once: calls the listeners while it can be read, then invalidates it in the
   * cluster. Does both only if this node still owns it.
   */
  private void end(boolean onlyIfTimedOut) {
    synchronized (this) {
      if (state != State.VALID || (onlyIfTimedOut && !isTimeOver())) {
        return;
      }
      state = State.ENDING;
    }
    boolean ours = standing.beginEnd();
    try {
      if (ours) {
        tellOfTheEnd();
      }
    } finally {
      synchronized (this) {
        state = State.ENDED;
      }
      if (ours) {
        replicated.invalidate();
      }
      owner.ended(this, ours);
    }
  }

  private void tellOfTheEnd() {
    SessionListeners listeners = owner.listeners();
    listeners.destroyed(this);
    for (String name : names()) {
      Object value = attributes.remove(name);
      if (value != null) {
        listeners.unbound(this, name, value);
        listeners.attributeRemoved(this, name, value);
      }
    }
  }

  private void requireValid() {
    if (state == State.ENDED) {
      throw new IllegalStateException("session has ended: it was invalidated or timed out");
    }
  }

  // moves

  @Override
  public boolean isUsable() {
    return state == State.VALID;
  }

  @Override
  public boolean isMoveListener(Object value) {
    return value instanceof HttpSessionActivationListener;
  }

  @Override
  public void activated(Object listener) {
    owner.listeners().activated(this, listener);
  }

  @Override
  public void passivating(List<Object> listeners) {
    listeners.forEach(each -> owner.listeners().passivating(this, each));
  }

  // what the application asks

  @Override
  public String getId() {
    return owner.routed(replicated.id());
  }

  /** Gives the session a new id, calls the listeners, and returns the id without the route. */
  String changeId() {
    String oldId = getId();
    String oldKey = replicated.id();
    String drawn = replicated.rename();
    owner.renamed(this, oldKey);
    owner.listeners().idChanged(this, oldId);
    return drawn;
  }

  @Override
  public long getCreationTime() {
    requireValid();
    return replicated.creationTimeMillis();
  }

  @Override
  public long getLastAccessedTime() {
    requireValid();
    synchronized (this) {
      return previousUseMillis;
    }
  }

  @Override
  public boolean isNew() {
    requireValid();
    return fresh;
  }

  @Override
  public ServletContext getServletContext() {
    return owner.context();
  }

  @Override
  public int getMaxInactiveInterval() {
    long seconds = replicated.maxInactive().toSeconds();
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, seconds));
  }

  @Override
  public void setMaxInactiveInterval(int seconds) {
    if (seconds != getMaxInactiveInterval()) {
      replicated.setMaxInactive(Duration.ofSeconds(seconds));
    }
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    requireValid();
    return name == null || ReservedNames.isReserved(name) ? null : attributes.get(name);
  }

  @Override
  public Enumeration<String> getAttributeNames() {
    requireValid();
    return Collections.enumeration(names());
  }

  private Set<String> names() {
    Set<String> names = attributes.names();
    names.removeIf(ReservedNames::isReserved);
    return names;
  }

  /**
   * @throws IllegalArgumentException if there is no name, or the value cannot be replicated and the
   *     application is distributable
   */
  @Override
  public void setAttribute(String name, @Nullable Object value) {
    if (name == null) {
      throw new IllegalArgumentException("an attribute of a session must have a name, had none");
    }
    if (value == null) {
      removeAttribute(name);
      return;
    }
    requireValid();
    ReservedNames.requireFree(name);
    owner.listeners().put(this, attributes, name, value);
  }

  @Override
  public void removeAttribute(String name) {
    requireValid();
    Object old = name == null || ReservedNames.isReserved(name) ? null : attributes.remove(name);
    if (old != null) {
      owner.listeners().unbound(this, name, old);
      owner.listeners().attributeRemoved(this, name, old);
    }
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "session of " + owner + (standing.isReleased() ? ", released" : "");
  }
}
