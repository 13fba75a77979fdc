// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.holdfast.servlet.session.RefusalReasons;
import org.holdfast.servlet.session.SessionHolds;
import org.holdfast.servlet.session.UsedSessions;
import org.jspecify.annotations.Nullable;

/*
 * Threads: those of the server and of the application that have the request, one after another but not always with a
 * happens-before, and the thread that sends the response. No lock of its own.
 * R1  whatever happens to a request, close() ends its holds, so that no session counts it for ever.
 */

/** A request in one context: the sessions it used, and the verdict on its response. */
final class RequestScope {

  private final JettySessions sessions;
  private final SharedCookie cookie;
  private final SessionHolds holds;

  private final UsedSessions<HoldfastSession> used;

  private volatile boolean endWaits;

  RequestScope(JettySessions sessions, Request request) {
    this.sessions = sessions;
    this.holds = new SessionHolds(sessions.cluster().requests());
    this.used = new UsedSessions<>(sessions, sessions.exposesProtection());
    this.cookie = SharedCookie.of(sessions, request);
    if (!holds.attach()) {
      refuse(RefusalReasons.stopping(sessions));
    }
  }

  /** Returns whether the client sent {@code id}, in whatever form. */
  boolean asksFor(String id) {
    return cookie.contains(id);
  }

  /** Takes charge of a session that was entered once on behalf of this request. */
  void keepEntered(HoldfastSession session) {
    used.add(session);
    holds.keep(session);
  }

  /** Takes charge of a session that the request made and has entered. */
  void begun(HoldfastSession session) {
    keepEntered(session);
    cookie.drew(session, session.replicated().id());
  }

  /** Returns the id by which the client knows {@code session}; null if it does not. */
  @Nullable String knownIdOf(HoldfastSession session) {
    return cookie.knownIdOf(session);
  }

  /**
   * Returns whether another request has changed the id by which the client knows {@code session}.
   */
  boolean isKnownByFormerId(HoldfastSession session) {
    String known = cookie.knownIdOf(session);
    return known != null && session.replicated().hadId(known);
  }

  /** Notes that the request gave {@code session} a new id. */
  void renamed(HoldfastSession session, String id) {
    cookie.drew(session, id);
  }

  /**
   * Notes that the container's thread leaves, and the request continues asynchronously. Does
   * nothing when the end of the response waits already: its client does not have the answer yet.
   */
  void detach(boolean committed) {
    if (!endWaits) {
      holds.detach(committed);
    }
  }

  /**
   * Notes that the end of the response waits in {@link GuardedStream} for the end of the request.
   */
  void endWaits() {
    endWaits = true;
  }

  /** Turns the response into a refusal from now on, whatever the application does. */
  void refuse(String reason) {
    used.refuse(reason);
  }

  boolean isRefused() {
    return used.isRefused();
  }

  /**
   * Replicates the changes of the request, and returns the headers of its response; null if it must
   * not leave. Blocks, at most for the ack timeout of each session.
   *
   * @param isLast whether the request ends with this commit: {@link #close} follows, and the
   *     headers report the protection
   * @throws IllegalArgumentException if the session is too large, even without the attributes that
   *     made it larger
   */
  @Nullable HttpFields commit(HttpFields headers, boolean isLast) {
    UsedSessions.@Nullable Committed committed = used.commitOrRefuse(session -> false);
    if (committed == null) {
      return null;
    }
    if (!isLast) {
      holds.answered();
    }
    HttpFields sent = cookie.complete(headers, used);
    if (isLast && sessions.exposesProtection() && committed.any()) {
      HttpFields.Mutable withReport = HttpFields.build(sent);
      committed.reportProtection(withReport::put);
      sent = withReport.asImmutable();
    }
    return sent;
  }

  /**
   * Replicates the changes of the request since its headers left; returns false if that cannot be.
   *
   * @throws IllegalArgumentException as of {@link #commit}
   */
  boolean commitRest() {
    return used.commitOrRefuse(session -> session.standing().isReleased()) != null;
  }

  /** Ends the request: its sessions may move. */
  void close() {
    holds.close();
  }

  /**
   * Notes that the response is on its way or broken off: a stop of the context does not wait for
   * it.
   */
  void over() {
    holds.over();
  }

  @Override
  public String toString() {
    return "request to " + sessions;
  }
}
