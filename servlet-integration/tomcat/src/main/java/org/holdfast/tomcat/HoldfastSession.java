// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.ExceptionUtils;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.SessionStanding;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.holdfast.servlet.session.UsedSessions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tomcat's view of a replicated session that is live on this node. Its attributes are those of the
 * {@link ReplicatedSession}, so every read, put and removal is noticed without further hooks.
 *
 * <p>Once the session belongs to another node this object is <em>released</em>: requests that still
 * run may use it, but no new request finds it. It fires no event but the passivation of its
 * attributes, and its changes are refused when the responses are about to commit.
 */
final class HoldfastSession extends StandardSession implements UsedSessions.Used {
  private static final long serialVersionUID = 1L;
  private static final Logger log = LoggerFactory.getLogger(HoldfastSession.class);
  private static final AtomicIntegerFieldUpdater<HoldfastSession> ACCESSES =
      AtomicIntegerFieldUpdater.newUpdater(HoldfastSession.class, "accesses");

  private final transient HoldfastManager owner;
  private final transient ReplicatedSession replicated;
  private final transient SessionStanding standing;
  private final transient ReplicatedLogin login;
  private final transient SessionTimes times;
  private final transient boolean staysWhileUsed;
  private transient volatile boolean unguarded;

  /** The number of requests that have begun to use the session and have not ended that use. */
  private transient volatile int accesses;

  /**
   * Creates the live object of {@code replicated}. Its times say when the session was last used, on
   * any node. They decide whether it has expired before the request that brought it here counts as
   * a use.
   */
  HoldfastSession(HoldfastManager owner, ReplicatedSession replicated) {
    super(owner);
    this.owner = owner;
    this.replicated = replicated;
    this.standing = new SessionStanding(replicated, this);
    this.staysWhileUsed = owner.getSessionActivityCheck();
    this.attributes =
        new ApplicationAttributes(
            replicated.attributes(), replicated::putHeldBack, owner.distributable());
    this.login = new ReplicatedLogin(replicated.attributes());
    this.id = owner.routed(replicated.id());
    this.isValid = true;
    this.creationTime = replicated.creationTimeMillis();
    long lastUse = System.currentTimeMillis() - replicated.idle().toMillis();
    this.lastAccessedTime = Math.max(lastUse, creationTime);
    this.thisAccessedTime = lastAccessedTime;
    this.times = new SessionTimes(replicated.idle());
    this.maxInactiveInterval = SessionTimes.seconds(replicated.maxInactive());
    standing.attach();
  }

  @Override
  public SessionStanding standing() {
    return standing;
  }

  HoldfastManager owner() {
    return owner;
  }

  @Override
  public @Nullable String getAuthType() {
    return login.state().authType();
  }

  @Override
  public void setAuthType(@Nullable String authType) {
    login.setAuthType(authType);
    super.setAuthType(authType);
  }

  @Override
  public @Nullable Principal getPrincipal() {
    return login.state().principal();
  }

  @Override
  public void setPrincipal(@Nullable Principal principal) {
    login.setPrincipal(principal);
    super.setPrincipal(principal);
  }

  @Override
  public @Nullable Object getNote(String name) {
    if (name.equals(Constants.SESSION_ID_NOTE)) {
      RequestScope scope = RequestScope.current();
      return login.formId(scope == null ? null : scope.requestedId());
    }
    Object here = super.getNote(name);
    return here == null && name.equals(Constants.FORM_REQUEST_NOTE) ? login.savedRequest() : here;
  }

  @Override
  public void setNote(String name, Object value) {
    if (ReplicatedLogin.isNote(name)) {
      login.setNote(name, value);
    }
    super.setNote(name, value);
  }

  @Override
  public void removeNote(String name) {
    if (ReplicatedLogin.isNote(name)) {
      login.removeNote(name);
    }
    super.removeNote(name);
  }

  @Override
  public boolean isUsable() {
    return isValid && !expiring;
  }

  @Override
  public boolean isMoveListener(Object value) {
    return value instanceof HttpSessionActivationListener;
  }

  @Override
  public void activated(Object listener) {
    tell(listener, HttpSessionActivationListener::sessionDidActivate);
  }

  @Override
  public void passivating(List<Object> listeners) {
    for (Object listener : listeners) {
      tell(listener, HttpSessionActivationListener::sessionWillPassivate);
    }
  }

  /**
   * Calls {@code event} on {@code listener}. Logs an exception without its message, which may hold
   * anything.
   */
  private void tell(
      Object listener, BiConsumer<HttpSessionActivationListener, HttpSessionEvent> event) {
    try {
      event.accept((HttpSessionActivationListener) listener, new HttpSessionEvent(getSession()));
    } catch (Throwable e) {
      ExceptionUtils.handleThrowable(e);
      log.warn(
          "activation listener {} threw {}; the session moves nevertheless",
          listener.getClass().getName(),
          e.getClass().getName());
    }
  }

  @Override
  public void passivate() {
    standing.passivate();
  }

  /** Does nothing: each attribute receives the move when it is first read. */
  @Override
  public void activate() {}

  /**
   * Marks the session as looked up where no request is known, so that none has promised to commit
   * it.
   */
  void markUnguarded() {
    unguarded = true;
  }

  /** Marks the session as one that a request has promised to commit. */
  void markGuarded() {
    unguarded = false;
  }

  /** Takes the id that the session is replicated under, whatever {@code ignoredId} says. */
  @Override
  public void setId(String ignoredId, boolean notify) {
    super.setId(owner.routed(replicated.id()), notify);
  }

  /** Keeps the time that the other nodes know. */
  @Override
  public void setCreationTime(long ignoredMillis) {
    super.setCreationTime(replicated.creationTimeMillis());
  }

  @Override
  public void setMaxInactiveInterval(int seconds) {
    if (seconds != maxInactiveInterval) {
      super.setMaxInactiveInterval(seconds);
      replicated.setMaxInactive(Duration.ofSeconds(seconds));
    }
  }

  @Override
  public void access() {
    ACCESSES.incrementAndGet(this);
    super.access();
    times.begin();
    replicated.accessed();
  }

  @Override
  public void endAccess() {
    // Tomcat also ends what never began: the access of a request that was refused the session.
    if (ACCESSES.getAndUpdate(this, count -> Math.max(0, count - 1)) > 0) {
      super.endAccess();
      times.end(lastAccessAtStart);
      if (!lastAccessAtStart) {
        replicated.accessed();
      }
    }
    if (unguarded) {
      unguarded = false;
      commitLate();
    }
  }

  /** Commits changes that no response waited for. */
  void commitLate() {
    if (replicated.commit() == CommitOutcome.FENCED) {
      log.warn(
          "a session of {} was changed outside of a request while another node took it over: the"
              + " change is lost",
          owner.getContext().getName());
    }
  }

  /**
   * Returns whether the session is valid. Ends it if its time is over, but only if no other node
   * can have done so.
   *
   * @throws SessionUnavailableException if that cannot be known now: the session may have ended
   */
  @Override
  public boolean isValid() {
    if (standing.isReleased() || (staysWhileUsed && accesses > 0)) {
      // The node that owns it judges its expiry, and never while a request uses it; what this one
      // answers is checked at the commit.
      return isValid;
    }
    boolean over = times.areOver(maxInactiveInterval, lastAccessAtStart);
    return !isValid || expiring || !over ? super.isValid() : isValidAfterItsTime();
  }

  /** Keeps the session here while it asks the other nodes and its listeners receive the end. */
  private boolean isValidAfterItsTime() {
    if (!owner.hasTimeToExpire() || !replicated.enter()) {
      return unconfirmed();
    }
    try {
      return replicated.isStillOurs() ? super.isValid() : unconfirmed();
    } finally {
      replicated.exit();
    }
  }

  /** Leaves the session to a later background look, or throws: no request may have it meanwhile. */
  private boolean unconfirmed() {
    if (!owner.isLookingForExpired()) {
      owner.refuseTimedOut();
    }
    return isValid;
  }

  @Override
  public void endUntold() {
    expire(true);
  }

  @Override
  public long getIdleTimeInternal() {
    return times.idleMillis(lastAccessAtStart);
  }

  /** Ends the session on all nodes, also if an attribute throws when it receives the end. */
  @Override
  public void expire(boolean notify) {
    boolean ends = false;
    try {
      synchronized (this) {
        if (!isValid || expiring) {
          return;
        }
        if (!standing.beginEnd()) {
          isValid = false;
          owner.remove(this);
          return;
        }
        ends = true;
        super.expire(notify);
      }
    } finally {
      if (ends) {
        replicated.invalidate();
        owner.ended(this);
      }
    }
  }

  /**
   * Sets an attribute, and tells a rejected value that it is not bound after all. Tomcat tells it
   * that it is bound before the attribute map can reject it.
   */
  @Override
  public void setAttribute(String name, Object value, boolean notify) {
    try {
      super.setAttribute(name, value, notify);
    } catch (IllegalArgumentException refused) {
      if (notify
          && name != null
          && value instanceof HttpSessionBindingListener listener
          && attributes.get(name) != value) {
        listener.valueUnbound(new HttpSessionBindingEvent(getSession(), name, value));
      }
      throw refused;
    }
  }

  /** Returns true: the attribute map decides which values can be replicated, and says why not. */
  @Override
  public boolean isAttributeDistributable(String name, Object value) {
    return true;
  }

  @Override
  public void recycle() {
    throw new UnsupportedOperationException(
        "a replicated session is never reused: clearing its attributes would clear them in the"
            + " cluster");
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "HoldfastSession["
        + owner.getContext().getName()
        + (standing.isReleased() ? ", released]" : "]");
  }
}
