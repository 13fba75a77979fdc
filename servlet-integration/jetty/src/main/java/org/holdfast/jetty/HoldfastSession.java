// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.util.thread.AutoLock;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.LiveSessions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: those of requests, the application's own, and one of the server's pool, which ends what has timed out.
 * Lock: that of ManagedSession, around Jetty's state, the times and `uses`. Jetty reads attributes under it, so values that come
 * from another node are decoded and told of it there; of Holdfast's locks only the session's own may be taken under it.
 * H1  of all who want to end the session one does: who takes it to INVALIDATING.
 * H2  the background ends no session that a request uses; a request begins no use of a session that is being ended.
 */

/**
 * Jetty's session over one that is live on this node.
 *
 * <p>Once the session belongs to another node this object is <em>released</em>: requests still
 * running may go on using it, but it is not found any more, tells nobody but those that are
 * passivated, and what it changes is refused when their responses are about to leave.
 */
@SuppressWarnings("try") // a lock is not referenced in what it guards
final class HoldfastSession extends ManagedSession implements LiveSessions.Live {
  private static final Logger log = LoggerFactory.getLogger(HoldfastSession.class);

  private final JettySessions owner;
  private final ReplicatedSession replicated;
  private final AtomicBoolean passivated = new AtomicBoolean();
  private volatile boolean released;
  private volatile boolean stopped;
  private volatile boolean endLost;

  /** Requests that use it; guarded by Jetty's lock. */
  private int uses;

  /**
   * By a clock that never jumps: Jetty's own times are those of the wall clock, and sessions must
   * not end because somebody sets it. Guarded by Jetty's lock.
   */
  private long lastUseNanos;

  private HoldfastSession(
      JettySessions owner, ReplicatedSession replicated, HoldfastSessionData data) {
    super(owner.manager(), data);
    this.owner = owner;
    this.replicated = replicated;
    this.lastUseNanos = System.nanoTime() - replicated.idle().toNanos();
    setExtendedId(getId());
    setResident(true);
  }

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
    replicated.onArrival(session::activate);
    replicated.attach(session);
    return session;
  }

  @Override
  public ReplicatedSession replicated() {
    return replicated;
  }

  // how long it stays here

  @Override
  public boolean enter() {
    return replicated.enter();
  }

  @Override
  public void exit() {
    replicated.exit();
  }

  @Override
  public void letGo() {
    replicated.letGo();
  }

  @Override
  public boolean takeHold() {
    return replicated.takeHold();
  }

  @Override
  public boolean isReleased() {
    return released;
  }

  /** Another node owns the session now. Does not block and calls nobody. */
  void markReleased() {
    released = true;
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  void markStopped() {
    stopped = true;
  }

  // uses by requests

  /** A request begins to use it; false, and not counted, if it has ended or its time is over. */
  boolean beginUse() {
    try (AutoLock ignored = lock()) {
      if (isInvalidOrInvalidating() || isTimeOver()) {
        return false;
      }
      uses++;
      return true;
    }
  }

  /** The request that made it uses it. */
  void beginFirstUse() {
    try (AutoLock ignored = lock()) {
      uses++;
    }
  }

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
   * The end of a use outside of a request, by Jetty 12.1's {@code HttpSession.Accessor}: nobody
   * else sends what it changed. Jetty 12.0 has no such uses.
   */
  @Override
  public void release() {
    if (replicated.commit() == CommitOutcome.FENCED) {
      log.warn(
          "A session of {} was changed outside of a request while another node took it over: the change is lost",
          owner);
    }
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

  /** Judged before a request begins to use it, and never while one does. */
  @Override
  public boolean isExpiredAt(long ignoredMillis) {
    return false;
  }

  // its end

  @Override
  public boolean isEndLost() {
    return endLost;
  }

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
    try (AutoLock ignored = lock()) {
      if ((onlyIfTimedOut && !isTimedOut()) || !beginInvalidate()) {
        return;
      }
      // Of one that moved its listeners will hear on the node that owns it, once.
      endLost = released || !replicated.isValid();
    }
    try {
      if (!endLost) {
        owner.manager().onSessionDestroyed(this);
      }
    } catch (RuntimeException e) {
      // As Jetty does: one listener must not keep the session alive.
      log.warn("A listener failed at the end of a session of {}", owner, e);
    } finally {
      finishInvalidate();
    }
  }

  /** Also called by Jetty, when it ends sessions by their ids. */
  @Override
  public void finishInvalidate() {
    boolean ours = !endLost;
    try {
      if (ours) {
        super.finishInvalidate();
      }
    } catch (RuntimeException e) {
      log.warn("A listener failed at the end of a session of {}", owner, e);
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

  /** Tells a value that came from another node, before anybody else here has it. */
  private void activate(Object value) {
    if (!released) {
      tell(value, true);
    }
  }

  boolean hasActivationListeners() {
    return !replicated.liveValues(ActivationListeners::isOne).isEmpty();
  }

  /**
   * Tells the values that live here, those that were put here or read, that the session goes
   * elsewhere; once. What they change goes with it unless it has gone.
   */
  void passivate() {
    if (!isInvalidOrInvalidating() && passivated.compareAndSet(false, true)) {
      List<Object> values = List.copyOf(replicated.liveValues(ActivationListeners::isOne));
      owner.manager().getSessionContext().run(() -> values.forEach(value -> tell(value, false)));
    }
  }

  /**
   * By the session handler, as the Servlet API is out of sight here. Each value by itself: what one
   * throws keeps Jetty from telling the next.
   */
  private void tell(Object value, boolean activated) {
    Session session = new SessionOfValues(this, Map.of("", value));
    try {
      if (activated) {
        owner.manager().onSessionActivation(session);
      } else {
        owner.manager().onSessionPassivation(session);
      }
    } catch (RuntimeException | LinkageError | AssertionError e) {
      // Without its message, which may hold anything, the session's id for instance.
      log.warn("An activation listener of {} threw {}", owner, e.getClass().getName());
    }
  }

  // its id

  String takeNewId() {
    String id = owner.routed(replicated.rename());
    try (AutoLock ignored = lock()) {
      getSessionData().setId(id);
      setExtendedId(id);
    }
    return id;
  }

  /**
   * Returns the id that Jetty puts into links, and into cookies before the commit: to the thread of
   * a request the one that its client knows, which may be gone. See {@link
   * org.holdfast.servlet.session.UsedSessions#mayTell}.
   */
  @Override
  public String getExtendedId() {
    RequestScope scope = owner.scopeOf(CurrentRequest.get());
    String known = scope == null ? null : scope.knownIdOf(this);
    return known == null ? super.getExtendedId() : owner.routed(known);
  }

  /** Jetty compares what the client sent letter by letter; other contexts' ids may stand in it. */
  @Override
  public void onIdChanged() {
    if (!owner.wasAskedAsItIs(getId())) {
      super.onIdChanged();
    }
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "session of " + owner + (released ? ", released" : "");
  }
}
