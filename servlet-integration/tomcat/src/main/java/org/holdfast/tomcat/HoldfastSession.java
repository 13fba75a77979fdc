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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.ExceptionUtils;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.SessionStanding;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.holdfast.servlet.session.UsedSessions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: those of requests, those of the application, Tomcat's background thread, which ends sessions whose time is over,
 * and a utility thread that passivates attributes (see Passivations). Threads of the replication core only call `standing`.
 * Lock: this, which Tomcat's own expire() takes, too. The end of the session runs under it, with listeners of the application.
 * The commit of the end comes after the lock was let go.
 */

/**
 * Tomcat's object for a replicated session that is live on this node. Its attributes are those of
 * the {@link ReplicatedSession}, which therefore notices every read, put and removal.
 *
 * <p>The object is <em>released</em> once another node has taken the session over: requests that
 * still run may use it, but no new request finds it. Then it fires no event except the passivation
 * of its attributes. If a request changes it, the commit refuses the response of that request.
 */
final class HoldfastSession extends StandardSession implements UsedSessions.Used {
  private static final long serialVersionUID = 1L;
  private static final Logger log = LoggerFactory.getLogger(HoldfastSession.class);

  private final transient HoldfastManager owner;
  private final transient ReplicatedSession replicated;
  private final transient SessionStanding standing;
  private final transient ReplicatedLogin login;
  private final transient SessionTimes times;

  /** A flag that is set if no session expires while a request uses it. */
  private final transient boolean staysWhileUsed;

  /** A flag that is set if no request has promised to commit the session's changes. */
  private transient volatile boolean unguarded;

  /** The number of requests that have begun to use the session and have not ended that use. */
  private final transient AtomicInteger accesses = new AtomicInteger();

  /**
   * Creates the live object of {@code replicated}. Its times start with the last use of the session
   * on any node. So Tomcat judges whether the session has expired before the request that brought
   * it here counts as a use.
   */
  HoldfastSession(HoldfastManager owner, ReplicatedSession replicated) {
    super(owner);
    this.owner = owner;
    this.replicated = replicated;
    this.standing = new SessionStanding(replicated, this);
    this.staysWhileUsed = owner.getSessionActivityCheck();
    this.attributes =
        new ApplicationAttributes(
            replicated.attributes(),
            replicated::putHeldBack,
            () -> owner.getContext().getDistributable());
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
    call(listener, HttpSessionActivationListener::sessionDidActivate);
  }

  @Override
  public void passivating(List<Object> listeners) {
    for (Object listener : listeners) {
      call(listener, HttpSessionActivationListener::sessionWillPassivate);
    }
  }

  /**
   * Calls {@code event} on {@code listener}. Logs an exception without its message, which may
   * contain private data.
   */
  private void call(
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

  /** Does nothing: each attribute is activated when the application first reads it. */
  @Override
  public void activate() {}

  /**
   * Marks the session as found on a thread without a request: no request has promised to commit it.
   * {@link #endAccess} commits it then.
   */
  void markUnguarded() {
    unguarded = true;
  }

  /** Marks the session as one that a request has promised to commit. */
  void markGuarded() {
    unguarded = false;
  }

  /** Sets the id under which the session is replicated, and ignores {@code ignoredId}. */
  @Override
  public void setId(String ignoredId, boolean notify) {
    super.setId(owner.routed(replicated.id()), notify);
  }

  /** Sets the creation time that the other nodes know, and ignores {@code ignoredMillis}. */
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
    accesses.incrementAndGet();
    super.access();
    times.begin();
    replicated.accessed();
  }

  @Override
  public void endAccess() {
    // Tomcat calls this also for a request that was refused the session: no access began then.
    if (accesses.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
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
    standing.commitWithoutResponse(owner.getContext().getName());
  }

  /**
   * Returns whether the session is valid. Ends the session if its time is over, but only if the
   * secondaries confirm that this node still owns it: another node may have ended it already.
   *
   * @throws SessionUnavailableException if they do not confirm that now; not on the background
   *     thread, which tries again later
   */
  @Override
  public boolean isValid() {
    if (standing.isReleased() || (staysWhileUsed && accesses.get() > 0)) {
      // Another node owns it and judges its expiry, or a request uses it, which keeps it alive. The
      // commit checks the answer of this node.
      return isValid;
    }
    boolean over = times.areOver(maxInactiveInterval, lastAccessAtStart);
    return !isValid || expiring || !over ? super.isValid() : isValidAfterItsTime();
  }

  /** Keeps the session on this node while the secondaries answer and listeners receive the end. */
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

  /** Leaves the session as it is on the background thread; throws on any other thread. */
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

  /**
   * Ends the session on all nodes, also if a listener or an attribute throws. Does nothing but drop
   * this object if another node owns the session.
   */
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
   * Sets an attribute. If the attribute map rejects the value, calls {@code valueUnbound} on it:
   * Tomcat has called {@code valueBound} before.
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

  /** Returns true: the attribute map rejects values that cannot be replicated, with the reason. */
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
