// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.holdfast.servlet.CommitGuard;
import org.holdfast.servlet.session.RefusalReasons;
import org.holdfast.servlet.session.SessionHolds;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.holdfast.servlet.session.UsedSessions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: the request thread, and for asynchronous requests the thread of the application that has it. The container
 * lets only one at a time touch a request, but not always with a happens-before: what several may read is volatile or
 * under the lock.
 * Lock: this, around the count of dispatches inside and the one that waits.
 * S1  whatever happens to a request, its end closes `holds` and ends the use, so that no session counts it for ever.
 * S2  the container learns of a dispatch only when no thread is inside of the filter, and not under the lock.
 */

/**
 * A request, through all its dispatches: the session it has, the sessions it used, and the verdict
 * on its response. The session is looked up when the application first asks for it.
 */
final class FilterScope implements CommitGuard {
  private static final Logger log = LoggerFactory.getLogger(FilterScope.class);

  private final FilterSessions sessions;
  private final List<RequestedId> requested;
  private final boolean overTls;
  private final UsedSessions<FilterSession> used;
  private final SessionHolds holds;

  /** The scope of the application that the client sent the request to; null if that is this one. */
  private final @Nullable FilterScope outer;

  /** The scopes of other applications that the request was dispatched to. */
  private final List<FilterScope> guests = new CopyOnWriteArrayList<>();

  /**
   * The session in use; null if none. The thread that ends the use takes it out: the application
   * may complete a request that the container times out.
   */
  private final AtomicReference<@Nullable FilterSession> inUse = new AtomicReference<>();

  private volatile HttpServletResponse container;
  private volatile @Nullable FilterSession current;
  private volatile @Nullable RequestedId found;

  /** The id by which the client knows {@code current}: it sent that, or this request drew it. */
  private volatile @Nullable String knownId;

  private volatile boolean lookedUp;
  private volatile boolean tooLate;
  private volatile boolean cookieDue;
  private volatile boolean failed;

  /** The result of the last commit. */
  private volatile UsedSessions.Committed lastCommit = UsedSessions.Committed.NOTHING;

  /** The number of dispatches that are inside of the filter. */
  @GuardedBy("this")
  private int depth;

  /** The dispatch that waits until no other one is inside of the filter; null if none. */
  @GuardedBy("this")
  private @Nullable Runnable waiting;

  FilterScope(
      FilterSessions sessions,
      HttpServletRequest request,
      HttpServletResponse container,
      @Nullable FilterScope outer) {
    this.sessions = sessions;
    this.holds = new SessionHolds(sessions.cluster().requests());
    this.outer = outer == null || outer.outer == null ? outer : outer.outer;
    if (this.outer != null) {
      this.outer.guests.add(this);
    }
    this.used = new UsedSessions<>(sessions, sessions.exposesProtection());
    this.container = container;
    this.requested = RequestedId.of(request, sessions);
    this.overTls = request.isSecure();
    useIfHere();
  }

  /**
   * Begins to use the session whose id the request carries, if it is live here. The request uses it
   * also if its servlet never asks for it. Does not ask the cluster.
   */
  private void useIfHere() {
    if (!requested.isEmpty()) {
      FilterSession here = sessions.peek(requested.get(0).id());
      if (here != null && here.beginUse()) {
        inUse.set(here);
      }
    }
  }

  // where the container's thread is

  /** Counts a dispatch that comes in; returns true if it is not inside of another one. */
  boolean arrive(HttpServletResponse response) {
    if (enterDispatch() > 1) {
      return false;
    }
    container = response;
    if (!holds.attach()) {
      tooLate = true;
      used.refuse(RefusalReasons.stopping(sessions));
    }
    FilterSession had = current;
    if (had != null) {
      // If it has moved meanwhile, the commit detects that.
      holds.enter(had);
      used.add(had);
    }
    return true;
  }

  /**
   * Returns whether the request came when the application was being stopped: it does not reach the
   * application.
   */
  boolean isTooLate() {
    return tooLate;
  }

  private synchronized int enterDispatch() {
    return ++depth;
  }

  /**
   * Counts a dispatch that has left, and whose end is done. Begins the waiting one, if none is
   * inside any more.
   */
  void depart() {
    Runnable next = null;
    synchronized (this) {
      depth--;
      if (depth == 0) {
        next = waiting;
        waiting = null;
      }
    }
    if (next != null) {
      next.run();
    }
  }

  /**
   * Has the container dispatch the request, as soon as no dispatch is inside. Grizzly would begin
   * at once on another thread: the dispatch that is being left would end the request meanwhile, and
   * the changes of the next page would not be replicated.
   *
   * @throws IllegalStateException if a dispatch waits already
   */
  void dispatch(Runnable dispatch) {
    synchronized (this) {
      requireNotDispatched();
      if (depth > 0) {
        waiting = dispatch;
        return;
      }
    }
    dispatch.run();
  }

  /**
   * @throws IllegalStateException if a dispatch waits
   */
  synchronized void requireNotDispatched() {
    if (waiting != null) {
      throw new IllegalStateException("the request has been dispatched already");
    }
  }

  /** Keeps the scope open until the asynchronous request is complete. */
  void awaitCompletion() {
    holds.detach(container.isCommitted());
  }

  // the sessions of the request

  FilterSessions sessions() {
    return sessions;
  }

  /**
   * Keeps {@code session} here for this request; returns false if it belongs to another node now.
   */
  boolean enter(FilterSession session) {
    return holds.enter(session);
  }

  /** Takes charge of a session that has been entered once more on behalf of this request. */
  void keepEntered(FilterSession session) {
    holds.keep(session);
  }

  /**
   * Returns the session of the request; null if it has none and none shall be made.
   *
   * @throws SessionUnavailableException if it may exist but cannot be reached
   * @throws IllegalStateException if a new session is needed, but the client cannot receive its id
   *     any more
   */
  @Nullable FilterSession session(boolean create) {
    String reason = used.refusal();
    if (reason != null) {
      throw new SessionUnavailableException(reason);
    }
    FilterSession has = current;
    if (has != null && has.isValid()) {
      return has;
    }
    try {
      has = lookUpOnce();
      return has == null && create ? create() : has;
    } catch (SessionUnavailableException e) {
      used.refuse(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /**
   * Looks the session up by the ids that the client sent, once. An id without a session stays so:
   * new ids come from the cluster alone.
   */
  private @Nullable FilterSession lookUpOnce() {
    if (lookedUp) {
      return null;
    }
    for (RequestedId id : requested) {
      FilterSession session = sessions.find(id.id(), this);
      if (session != null && begin(session)) {
        used.add(session);
        session.join();
        current = session;
        knownId = id.id().id();
        found = id;
        cookieDue |= id.fromCookie() && !sessions.routed(id.id().id()).equals(id.text());
        lookedUp = true;
        return session;
      }
    }
    lookedUp = true;
    return null;
  }

  /**
   * Begins the use of a session that was entered; returns false if its time is over or it has
   * ended.
   */
  private boolean begin(FilterSession session) {
    if (inUse.get() == session) {
      return session.isValid();
    }
    if (session.beginUse()) {
      endUse();
      inUse.set(session);
      return true;
    }
    if (session.isTimedOut()) {
      if (!sessions.endIfConfirmed(session)) {
        throw new SessionUnavailableException(RefusalReasons.TIMED_OUT);
      }
      // The page learns here that the session has ended: the commit must confirm that.
      used.add(session);
    }
    return false;
  }

  private FilterSession create() {
    if (container.isCommitted() && sessions.tracking().usesCookies()) {
      throw new IllegalStateException(
          "a session cannot be created now: the response is committed, so the client would not"
              + " receive the session id");
    }
    FilterSession session = sessions.create(this);
    used.add(session);
    endUse();
    session.beginFirstUse();
    inUse.set(session);
    current = session;
    knownId = session.replicated().id();
    found = null;
    cookieDue = true;
    sessions.listeners().created(session);
    return session;
  }

  private void endUse() {
    FilterSession ending = inUse.getAndSet(null);
    if (ending != null) {
      ending.endUse();
    }
  }

  /**
   * @return the new id
   * @throws IllegalStateException if the request has no session
   */
  String changeSessionId() {
    FilterSession session = session(false);
    if (session == null) {
      throw new IllegalStateException("the session id cannot change: the request has no session");
    }
    String id = session.changeId();
    knownId = id;
    cookieDue = true;
    return sessions.routed(id);
  }

  /**
   * Returns the id that the client sent; of several, the one that led to a session, else the first.
   */
  @Nullable RequestedId requestedId() {
    if (found == null && requested.size() > 1) {
      session(false);
    }
    RequestedId id = found;
    return id != null || requested.isEmpty() ? id : requested.get(0);
  }

  boolean isRequestedIdValid() {
    FilterSession session = requested.isEmpty() ? null : session(false);
    RequestedId id = found;
    return session != null && id != null && session.replicated().id().equals(id.id().id());
  }

  /**
   * Returns the id that belongs into links; null if there is none or the client keeps it in a
   * cookie.
   */
  @Nullable String idForLinks() {
    FilterSession session = used.isRefused() ? null : session(false);
    RequestedId id = found;
    String known = toTell();
    return session == null || known == null || (id != null && id.fromCookie())
        ? null
        : sessions.routed(known);
  }

  /**
   * Returns the id of the session, if the response may contain it; else null. See {@link
   * UsedSessions#mayTell}.
   */
  private @Nullable String toTell() {
    String known = knownId;
    return known != null && used.mayTell(known) ? known : null;
  }

  /**
   * Returns whether the request has ended or is refused: its sessions are not to be asked for any
   * more.
   */
  boolean isOver() {
    return used.isRefused() || holds.isClosed();
  }

  // the verdict

  boolean isRefused() {
    return used.isRefused();
  }

  @Override
  public Verdict beforeCommit() {
    return commit(false);
  }

  /**
   * Replicates the used sessions, and sets the headers that depend on them.
   *
   * @param isLast whether the request is over, so that the response may report the protection
   */
  private Verdict commit(boolean isLast) {
    if (used.isRefused()) {
      // Tomcat may have ended the request already, and have taken its response away.
      return Verdict.REFUSE;
    }
    if (failed) {
      return Verdict.PROCEED;
    }
    boolean answered = container.isCommitted();
    UsedSessions.@Nullable Committed committed =
        used.commitOrRefuse(session -> answered && holds.hasLeft(session));
    if (committed == null) {
      return Verdict.REFUSE;
    }
    lastCommit = committed;
    if (outer != null && outer.beforeCommit() == Verdict.REFUSE) {
      used.refuse("another application that handled the request refused it");
      return Verdict.REFUSE;
    }
    if (!container.isCommitted()) {
      sessions.includes().outside(container, () -> addHeaders(isLast));
    }
    holds.answered();
    return Verdict.PROCEED;
  }

  /**
   * Adds the headers of all applications, but only in the request's own one, which is over last.
   */
  private void addHeaders(boolean isLast) {
    if (outer != null) {
      return;
    }
    // Headers that are set inside of an included response are ignored.
    guests.forEach(guest -> guest.addCookieTo(container));
    addCookieTo(container);
    if (isLast && sessions.exposesProtection()) {
      reportProtection();
    }
  }

  /** Reports the protection of the sessions of all applications, in one pair of headers. */
  private void reportProtection() {
    UsedSessions.Committed all = UsedSessions.Committed.NOTHING.and(lastCommit);
    for (FilterScope guest : guests) {
      all = all.and(guest.lastCommit);
    }
    if (all.any()) {
      all.reportProtection(container::setHeader);
    }
  }

  /** Returns whether the client sent {@code id}: the cookie is due for its route alone. */
  private boolean isOnlyRouted(String id) {
    RequestedId sent = found;
    return sent != null && sent.id().id().equals(id);
  }

  /**
   * Returns whether another application that shares the cookie has changed the id of its session
   * meanwhile. The client has the new id from another response then.
   */
  private boolean isReplacedInAnother() {
    return requested.stream()
        .flatMap(sent -> sent.all().ids().stream())
        .anyMatch(sessions.cluster()::isReplacedInAnother);
  }

  private void addCookieTo(HttpServletResponse response) {
    if (cookieDue && sessions.tracking().usesCookies()) {
      String id = toTell();
      if (id == null || (isOnlyRouted(id) && isReplacedInAnother())) {
        sessions.tracking().removeCookie(response, sessions);
      } else {
        sessions.tracking().addCookie(response, requested, sessions, id, overTls);
      }
    }
  }

  /**
   * Replicates for the last time, and finishes the response. The application is done with it, and
   * the container is about to finish it.
   *
   * @param later called when the container has taken the end of the response, if it was not ready
   * @return whether the container has taken the end
   * @throws IllegalArgumentException if the session is too large, even without the attributes that
   *     made it larger; the response is empty then, or broken off
   * @throws IOException if part of a response that must not be completed is out, so that the
   *     container breaks the connection off, too; or if the client is gone
   */
  boolean end(FilteredResponse response, Runnable later) throws IOException {
    try {
      if (commit(true) == Verdict.PROCEED) {
        return response.finish(later);
      }
      response.refuse();
      if (response.isBroken()) {
        throw new IOException("response cut off: its session cannot be served any more");
      }
      return true;
    } catch (RuntimeException e) {
      // Thrown once: the error page for it must not fail for the same reason.
      failed = true;
      if (container.isCommitted()) {
        response.breakOff();
      } else {
        container.reset();
        response.forget();
      }
      throw e;
    } finally {
      release();
    }
  }

  /**
   * Replicates changes that no call of the application sends, as of a request whose time ran out.
   * Then passes on the bytes that the response still holds back.
   *
   * @param isEnding whether the container finishes the response, or has done so
   */
  void replicate(FilteredResponse response, boolean isEnding) {
    if (isOver() || failed) {
      return;
    }
    try {
      String objection = used.commit(holds::hasLeft).objection();
      if (objection != null) {
        log.warn(
            "session changes that a request to {} made after its response are lost: {}",
            sessions,
            objection);
        if (container.isCommitted()) {
          response.refuse();
        }
      } else if (isEnding) {
        boolean unused = response.finish(() -> {});
      } else if (container.isCommitted()) {
        boolean unused = response.passHeld();
      }
    } catch (IOException e) {
      log.debug("the client disconnected before the end of its response", e);
    } catch (RuntimeException e) {
      failed = true;
      log.error(
          "session changes that a request to {} made after its response were not saved",
          sessions,
          e);
      if (container.isCommitted()) {
        response.breakOff();
      }
    }
  }

  /** Ends the request, however its end came about. */
  void release() {
    try {
      holds.close();
    } finally {
      try {
        holds.over();
      } finally {
        endUse();
      }
    }
  }
}
