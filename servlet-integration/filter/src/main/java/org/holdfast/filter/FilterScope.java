/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.filter;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.holdfast.servlet.CommitGuard;
import org.holdfast.servlet.session.RefusalLog;
import org.holdfast.servlet.session.SessionHolds;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.holdfast.servlet.session.UsedSessions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: the request thread, and for asynchronous requests whichever thread of the application has it. The container lets only
 * one at a time touch a request, but not always with a happens-before: what several may read is volatile or under the lock.
 * S1  whatever happens to a request, its end closes `holds` and ends the use, so that no session counts it for ever.
 * S2  once refused, always refused: what an application does later cannot mend it.
 */

/**
 * One request, through all its dispatches: the session it has, the sessions it used, and the
 * verdict on its response. The session is looked up when the application first asks for it.
 */
final class FilterScope implements CommitGuard {
  private static final Logger log = LoggerFactory.getLogger(FilterScope.class);

  private final FilterSessions sessions;
  private final List<RequestedId> requested;
  private final boolean overTls;
  private final UsedSessions<FilterSession> used;
  private final SessionHolds holds = new SessionHolds();

  /** Of the application that dispatched the request here; null if the client sent it. */
  private final @Nullable FilterScope outer;

  /** Those of other applications that the request was dispatched to. */
  private final List<FilterScope> guests = new CopyOnWriteArrayList<>();

  /** Taken out by who ends the use: the application may complete what the container times out. */
  private final AtomicReference<@Nullable FilterSession> inUse = new AtomicReference<>();

  private volatile HttpServletResponse container;
  private volatile @Nullable FilterSession current;
  private volatile @Nullable RequestedId found;
  private volatile @Nullable String refusal;
  private volatile boolean lookedUp;
  private volatile boolean cookieDue;
  private volatile boolean failed;

  /** How many dispatches of the container's thread are inside of the filter. */
  private volatile int depth;

  FilterScope(
      FilterSessions sessions,
      HttpServletRequest request,
      HttpServletResponse container,
      @Nullable FilterScope outer) {
    this.sessions = sessions;
    this.outer = outer == null || outer.outer == null ? outer : outer.outer;
    if (this.outer != null) {
      this.outer.guests.add(this);
    }
    this.used = new UsedSessions<>(sessions.exposesProtection());
    this.container = container;
    this.requested = RequestedId.of(request, sessions);
    this.overTls = request.isSecure();
    useIfHere();
  }

  /**
   * A request that carries the session's id uses it, also if its servlet never asks for it; without
   * a look at the cluster.
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

  /** A dispatch comes in; true if it is not inside of another one. */
  boolean arrive(HttpServletResponse response) {
    if (enterDispatch() > 1) {
      return false;
    }
    container = response;
    holds.attach();
    FilterSession had = current;
    if (had != null) {
      // If it has gone meanwhile, the commit says so.
      holds.enter(had);
      used.add(had);
    }
    return true;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread of the container at a time
  private int enterDispatch() {
    return ++depth;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread of the container at a time
  void depart() {
    depth--;
  }

  /** Goes on until the asynchronous request is complete. */
  void awaitCompletion() {
    holds.detach(container.isCommitted());
  }

  // the sessions of the request

  FilterSessions sessions() {
    return sessions;
  }

  /** Keeps {@code session} here for this request; false if it belongs to another node by now. */
  boolean enter(FilterSession session) {
    return holds.enter(session);
  }

  /** Takes charge of a session that has been entered once more on behalf of this request. */
  void keepEntered(FilterSession session) {
    holds.keep(session);
  }

  /**
   * The session of the request; null if it has none and none shall be made.
   *
   * @throws SessionUnavailableException if it may exist but cannot be reached
   * @throws IllegalStateException if one would have to be made and the client cannot be told
   */
  @Nullable FilterSession session(boolean create) {
    String reason = refusal;
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
      refuse(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** An id that came to nothing stays so: new ones come from the cluster alone. */
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
        found = id;
        cookieDue |= id.fromCookie() && !sessions.routed(id.id().id()).equals(id.text());
        lookedUp = true;
        return session;
      }
    }
    lookedUp = true;
    return null;
  }

  /** Begins the use of a session that was entered; false if its time is over or it has ended. */
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
        throw new SessionUnavailableException(
            "its time is over, and whether it has ended elsewhere is not known now");
      }
      // Whoever reads that it has none is to be right about that.
      used.add(session);
    }
    return false;
  }

  private FilterSession create() {
    if (container.isCommitted() && sessions.tracking().usesCookies()) {
      throw new IllegalStateException(
          "a session cannot be made any more: the response is committed and the client would not learn its id");
    }
    FilterSession session = sessions.create(this);
    used.add(session);
    endUse();
    session.beginFirstUse();
    inUse.set(session);
    current = session;
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
      throw new IllegalStateException("the id of a session cannot change: the request has none");
    }
    session.changeId();
    cookieDue = true;
    return session.getId();
  }

  /** The id that the client sent; of several the one that led to a session, else the first. */
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

  /** The id that belongs into links: null if there is none or the client keeps it in a cookie. */
  @Nullable String idForLinks() {
    FilterSession session = refusal == null ? session(false) : null;
    RequestedId id = found;
    return session == null || (id != null && id.fromCookie()) ? null : session.getId();
  }

  /** Whether its sessions are not to be asked for any more: it has ended or is refused. */
  boolean isOver() {
    return refusal != null || holds.isClosed();
  }

  // the verdict

  boolean isRefused() {
    return refusal != null;
  }

  /** From now on the response is a refusal, whatever the application does. */
  private void refuse(String reason) {
    if (refusal == null) {
      RefusalLog.shared().add(sessions, reason);
      refusal = reason;
    }
  }

  @Override
  public Verdict beforeCommit() {
    if (refusal != null) {
      return Verdict.REFUSE;
    }
    if (failed) {
      return Verdict.PROCEED;
    }
    boolean answered = container.isCommitted();
    UsedSessions.Committed committed =
        used.commit(session -> answered && holds.isElsewhere(session));
    if (committed.objection() != null) {
      refuse(committed.objection());
      return Verdict.REFUSE;
    }
    if (outer != null && outer.beforeCommit() == Verdict.REFUSE) {
      refuse("another application that the request went through refused it");
      return Verdict.REFUSE;
    }
    if (!container.isCommitted()) {
      sessions.includes().outside(container, () -> addHeaders(committed));
    }
    holds.answered();
    return Verdict.PROCEED;
  }

  private void addHeaders(UsedSessions.Committed committed) {
    if (outer == null) {
      // Headers that are set inside of an included response are ignored.
      guests.forEach(guest -> guest.addCookieTo(container));
      addCookieTo(container);
    }
    if (sessions.exposesProtection() && committed.any()) {
      container.setHeader("X-Holdfast-Protected", Boolean.toString(committed.allProtected()));
      if (!committed.states().isEmpty()) {
        container.setHeader("X-Holdfast-State", committed.states());
      }
    }
  }

  private void addCookieTo(HttpServletResponse response) {
    FilterSession session = current;
    if (cookieDue && sessions.tracking().usesCookies() && session != null && session.isValid()) {
      sessions.tracking().addCookie(response, requested, session, overTls);
    }
  }

  /**
   * The application is done with the response and the container is about to finish it: the last
   * moment to replicate.
   *
   * @throws IllegalArgumentException if an attribute cannot be replicated any more; the response is
   *     empty then
   * @throws IOException if part of a success is out already that is none: so that the container
   *     breaks the connection off
   */
  void end(FilteredResponse response) throws IOException {
    try {
      if (beforeCommit() == Verdict.REFUSE) {
        boolean late = container.isCommitted() && !response.isRefused();
        response.refuse();
        if (late) {
          throw new IOException("response cut off: its session moved after it was committed");
        }
      }
    } catch (RuntimeException e) {
      // Said once: the error page that tells of it shall not fail for the same reason.
      failed = true;
      if (!container.isCommitted()) {
        container.reset();
      }
      throw e;
    } finally {
      release();
    }
  }

  /** Replicates what no response waits for, such as that of a request whose time ran out. */
  void replicate() {
    if (isOver() || failed) {
      return;
    }
    try {
      String objection = used.commit(holds::isElsewhere).objection();
      if (objection != null) {
        log.warn("What a request to {} changed after its answer is lost: {}", sessions, objection);
      }
    } catch (RuntimeException e) {
      failed = true;
      log.error("What a request to {} changed after its answer was not saved", sessions, e);
    }
  }

  /** The request is over, however that came about. */
  void release() {
    try {
      holds.close();
    } finally {
      endUse();
    }
  }
}
