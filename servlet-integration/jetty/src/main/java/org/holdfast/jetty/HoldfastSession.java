// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.util.thread.AutoLock;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.LiveSessions;
import org.holdfast.servlet.session.SessionStanding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: those of requests, the application's own, and one of the server's pool, which ends sessions whose time is over.
 * Lock: that of ManagedSession, around Jetty's state, the times and `uses`. Jetty reads attributes under it: values from
 * another node are decoded and activated under it, which may run code of the application. Under it a thread may take only one
 * lock of Holdfast, that of the replicated session.
 * H1  one thread ends the session: the one that takes it to INVALIDATING.
 * H2  the background ends no session that a request uses; a request begins no use of a session that is being ended.
 */

/**
 * Jetty's object for a replicated session that is live on this node.
 *
 * <p>The object is <em>released</em> once another node has taken the session over: requests that
 * still run may use it, but no new request finds it. Then it calls no listener except the
 * attributes that it passivates. If a request changes it, the commit refuses the response of that
 * request.
 */
@SuppressWarnings("try") // a lock is not referenced in what it guards
final class HoldfastSession extends ManagedSession implements LiveSessions.Live {
  private static final Logger log = LoggerFactory.getLogger(HoldfastSession.class);

  private final JettySessions owner;
  private final ReplicatedSession replicated;
  private final SessionStanding standing;

  /** The number of requests that use the session; guarded by Jetty's lock. */
  private int uses;

  /**
   * The time of the last use, by a clock that never jumps. Jetty's own times are those of the wall
   * clock, and sessions must not end because that clock is set. Guarded by Jetty's lock.
   */
  private long lastUseNanos;

  private HoldfastSession(
      JettySessions owner, ReplicatedSession replicated, HoldfastSessionData data) {
    super(owner.manager(), data);
    this.owner = owner;
    this.replicated = replicated;
    this.standing = new SessionStanding(replicated, this);
    this.lastUseNanos = System.nanoTime() - replicated.idle().toNanos();
    setExtendedId(getId());
    setResident(true);
  }

  /**
   * Creates the live object of {@code replicated}, and attaches it.
   *
   * @param fresh whether the session is new: Jetty reports it as new until its client has joined
   */
  static HoldfastSession of(JettySessions owner, ReplicatedSession replicated, boolean fresh) {
    long usedMillis = System.currentTimeMillis() - replicated.idle().toMillis();
    SessionValues values = new SessionValues(replicated, owner.keepsWhatCannotMove());
    HoldfastSessionData data =
        new HoldfastSessionData(
            replicated,
            values,
            owner.routed(replicated.id()),
            owner.manager().getSessionContext(),
            Math.max(usedMillis, replicated.creationTimeMillis()),
            fresh);
    HoldfastSession session = new HoldfastSession(owner, replicated, data);
    session.standing.attach();
    return session;
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
  boolean beginUse() {
    try (AutoLock ignored = lock()) {
      if (isInvalidOrInvalidating() || isTimeOver()) {
        return false;
      }
      uses++;
      return true;
    }
  }

  /** Counts the request that created the session. */
  void beginFirstUse() {
    try (AutoLock ignored = lock()) {
      uses++;
    }
  }

  /** Ends {@link #beginUse} or {@link #beginFirstUse}. */
  void endUse() {
    try (AutoLock ignored = lock()) {
      uses--;
      lastUseNanos = System.nanoTime();
      getSessionData().calcAndSetExpiry(System.currentTimeMillis());
    }
    replicated.accessed();
  }

  @Override
  public long getRequests() {
    try (AutoLock ignored = lock()) {
      return uses;
    }
  }

  @Override
  public boolean access(long timeMillis) {
    boolean began = super.access(timeMillis);
    if (began) {
      replicated.accessed();
    }
    return began;
  }

  /**
   * Commits the changes of a use outside of a request, by {@code HttpSession.Accessor} of Jetty
   * 12.1. No response would commit them. Jetty 12.0 has no such uses.
   */
  @Override
  public void release() {
    standing.commitWithoutResponse(owner);
  }

  private boolean isTimeOver() {
    long limit = TimeUnit.MILLISECONDS.toNanos(getSessionData().getMaxInactiveMs());
    return uses <= 0 && limit > 0 && System.nanoTime() - lastUseNanos >= limit;
  }

  @Override
  public boolean isTimedOut() {
    try (AutoLock ignored = lock()) {
      return !isInvalidOrInvalidating() && isTimeOver();
    }
  }

  /**
   * Returns false: {@link #beginUse} judges the time before a request begins to use the session,
   * and never while one does.
   */
  @Override
  public boolean isExpiredAt(long ignoredMillis) {
    return false;
  }

  // its end

  @Override
  public void invalidate() {
    end(false);
  }

  @Override
  public void endTimedOut() {
    owner.manager().getSessionContext().run(() -> end(true));
  }

  @Override
  public void endUntold() {
    owner.manager().getSessionContext().run(() -> end(false));
  }

  private void end(boolean onlyIfTimedOut) {
    boolean ours;
    try (AutoLock ignored = lock()) {
      if ((onlyIfTimedOut && !isTimedOut()) || !beginInvalidate()) {
        return;
      }
      ours = standing.beginEnd();
    }
    try {
      if (ours) {
        owner.manager().onSessionDestroyed(this);
      }
    } catch (RuntimeException e) {
      // Jetty's own sessions end, too, if a listener throws.
      log.warn(
          "a listener failed when a session of {} ended; the session ends nevertheless", owner, e);
    } finally {
      finishInvalidate();
    }
  }

  /**
   * Finishes the end of the session. Jetty calls this, too, when it ends sessions by their ids.
   * Does not touch the session in the cluster if another node owns it.
   */
  @Override
  public void finishInvalidate() {
    boolean ours = !standing.isEndLost();
    try {
      if (ours) {
        super.finishInvalidate();
      }
    } catch (RuntimeException e) {
      log.warn(
          "a listener failed when a session of {} ended; the session ends nevertheless", owner, e);
    } finally {
      try (AutoLock ignored = lock()) {
        _state = State.INVALID;
        _stateChangeCompleted.signalAll();
      }
      if (ours) {
        replicated.invalidate();
      }
      owner.ended(this, ours);
    }
  }

  // moves

  @Override
  public boolean isUsable() {
    return !isInvalidOrInvalidating();
  }

  @Override
  public boolean isMoveListener(Object value) {
    return ActivationListeners.isOne(value);
  }

  @Override
  public void activated(Object listener) {
    call(listener, true);
  }

  @Override
  public void passivating(List<Object> listeners) {
    owner.manager().getSessionContext().run(() -> listeners.forEach(each -> call(each, false)));
  }

  /**
   * Has the session handler call {@code value}: this class cannot name the Servlet API, see {@link
   * ActivationListeners}. The handler gets each value alone, since Jetty would not call the other
   * values after one has thrown.
   */
  private void call(Object value, boolean activated) {
    Session session = SessionView.ofValues(this, Map.of("", value));
    try {
      if (activated) {
        owner.manager().onSessionActivation(session);
      } else {
        owner.manager().onSessionPassivation(session);
      }
    } catch (RuntimeException | LinkageError | AssertionError e) {
      // Without its message, which may contain the session id or other private data.
      log.warn(
          "an activation listener of {} threw {}; the session moves nevertheless",
          owner,
          e.getClass().getName());
    }
  }

  // its id

  /** Gives the session a new id, and returns it with the route. */
  String takeNewId() {
    String id = owner.routed(replicated.rename());
    try (AutoLock ignored = lock()) {
      getSessionData().setId(id);
      setExtendedId(id);
    }
    return id;
  }

  /**
   * Returns the id that Jetty writes into links and cookies. On the thread of a request this is the
   * id that the client of that request knows, even if another request has changed it: the response
   * must not contain the new one. {@link SharedCookie#complete} removes an old id from the cookie,
   * and {@link GateHandler} keeps it out of links. See {@link
   * org.holdfast.servlet.session.UsedSessions#mayTell}.
   */
  @Override
  public String getExtendedId() {
    RequestScope scope = owner.scopeOf(CurrentRequest.get());
    String known = scope == null ? null : scope.knownIdOf(this);
    return known == null ? super.getExtendedId() : owner.routed(known);
  }

  /**
   * Has Jetty set the cookie, unless the client has sent this id with this route. Jetty compares
   * the whole value that the client sent, which may contain ids of other contexts, too.
   */
  @Override
  public void onIdChanged() {
    if (!owner.wasAskedAsItIs(getId())) {
      super.onIdChanged();
    }
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "session of " + owner + (standing.isReleased() ? ", released" : "");
  }
}
