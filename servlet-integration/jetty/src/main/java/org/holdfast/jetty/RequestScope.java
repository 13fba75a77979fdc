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

package org.holdfast.jetty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.CommittedState;
import org.holdfast.servlet.session.SessionHolds;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: those of the server and of the application that have the request, one after another but not always with a
 * happens-before, and whichever thread sends the response. Lock: this, around nothing but the list; nothing is called under it.
 * R1  whatever happens to a request, close() ends its holds, so that no session counts it for ever.
 * R2  once refused, always refused: what an application does later cannot mend it.
 */

/** One request in one context: the sessions it used, and the verdict on its response. */
final class RequestScope {
  private static final Logger log = LoggerFactory.getLogger(RequestScope.class);

  private final JettySessions sessions;
  private final SharedCookie cookie;
  private final SessionHolds holds = new SessionHolds();

  @GuardedBy("this")
  private final List<HoldfastSession> used = new ArrayList<>(2);

  private volatile @Nullable String refusal;

  RequestScope(JettySessions sessions, Request request) {
    this.sessions = sessions;
    this.cookie = SharedCookie.of(sessions, request);
  }

  /** Whether the client sent {@code id}, in whatever form. */
  boolean asksFor(String id) {
    return cookie.contains(id);
  }

  /** Takes charge of a session that was entered once on behalf of this request. */
  void keepEntered(HoldfastSession session) {
    synchronized (this) {
      if (!used.contains(session)) {
        used.add(session);
      }
    }
    holds.keep(session);
  }

  /** The request made a session, which it has entered. */
  void begun(HoldfastSession session) {
    keepEntered(session);
    cookie.begun(session);
  }

  /** The container's thread leaves. */
  void detach(boolean committed) {
    holds.detach(committed);
  }

  /** From now on the response is a refusal, whatever the application does. */
  void refuse(String reason) {
    if (refusal == null) {
      log.info("Request to {} is answered 503: {}", sessions, reason);
      refusal = reason;
    }
  }

  boolean isRefused() {
    return refusal != null;
  }

  /**
   * Replicates what the request did, and returns the headers that its response leaves with; null if
   * it must not leave. Blocks, at most for the ack timeout of each session.
   *
   * @throws IllegalArgumentException if an attribute cannot be replicated any more
   */
  @Nullable HttpFields commit(HttpFields headers) {
    StringJoiner states = new StringJoiner(", ");
    Boolean allProtected = commitAll(false, states);
    if (allProtected == null) {
      return null;
    }
    holds.answered();
    HttpFields sent = cookie.complete(headers);
    if (sessions.exposesProtection() && hasUsedAny()) {
      HttpFields.Mutable told = HttpFields.build(sent);
      told.put("X-Holdfast-Protected", allProtected.toString());
      if (states.length() > 0) {
        told.put("X-Holdfast-State", states.toString());
      }
      sent = told.asImmutable();
    }
    return sent;
  }

  /**
   * Replicates what the request did since its headers left; false if that cannot be.
   *
   * @throws IllegalArgumentException as of {@link #commit}
   */
  boolean commitRest() {
    return commitAll(true, new StringJoiner("")) != null;
  }

  private synchronized boolean hasUsedAny() {
    return !used.isEmpty();
  }

  /** Whether all are protected; null if the response must not leave. */
  @SuppressWarnings("NullAway") // three outcomes, one of which is none
  private @Nullable Boolean commitAll(boolean answered, StringJoiner states) {
    if (refusal != null) {
      return null;
    }
    List<HoldfastSession> committing;
    synchronized (this) {
      committing = List.copyOf(used);
    }
    boolean allProtected = true;
    for (HoldfastSession session : committing) {
      if (answered && hasMovedUnchanged(session)) {
        continue;
      }
      CommittedState committed = commit(session);
      String objection = objectionTo(committed.outcome(), session);
      if (objection != null) {
        refuse(objection);
        return null;
      }
      allProtected &= committed.outcome() == CommitOutcome.PROTECTED;
      if (committed.state() != null) {
        states.add(committed.state());
      }
    }
    return allProtected;
  }

  /** With the state it is of only if the response is to tell that. */
  private CommittedState commit(HoldfastSession session) {
    return sessions.exposesProtection()
        ? session.replicated().commitState()
        : new CommittedState(session.replicated().commit(), null);
  }

  /** Why the response must not leave, null if it may. */
  private static @Nullable String objectionTo(CommitOutcome outcome, HoldfastSession session) {
    if (outcome == CommitOutcome.FENCED) {
      return session.isStopped()
          ? "its web application was stopped while it ran"
          : "another node took its session over while it ran";
    }
    if (!outcome.isAnswer()) {
      return "no other node holds its session";
    }
    // Asked after the commit: had the node gone before, it would have been told so by now.
    return outcome == CommitOutcome.DEGRADED && session.isStopped()
        ? "its web application was stopped while it ran, and no other node holds its session"
        : null;
  }

  /**
   * Whether the session went elsewhere after the answer, and the request did nothing to it since.
   * Before the answer is out, only the commit can tell what may go into it.
   */
  private static boolean hasMovedUnchanged(HoldfastSession session) {
    return session.isReleased() && !session.isEndLost() && !session.replicated().hasUnsentChanges();
  }

  /** The request is over: its sessions may move. */
  void close() {
    holds.close();
  }

  @Override
  public String toString() {
    return "request to " + sessions;
  }
}
