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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.CommittedState;
import org.holdfast.servlet.session.SessionHolds;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that one request used, which its response must not tell of before they are
 * replicated. Lock: this, held only around the list; how long they are kept here is decided by
 * {@code holds}.
 */
final class UsedSessions {
  /**
   * What the commit of all came to.
   *
   * @param objection why the response must not go out, null if it may
   * @param any whether there were any
   * @param allProtected whether each has its copies
   * @param states of those that tell theirs
   */
  record Committed(@Nullable String objection, boolean any, boolean allProtected, String states) {}

  private final boolean tellsStates;
  private final SessionHolds holds = new SessionHolds();

  @GuardedBy("this")
  private final List<FilterSession> used = new ArrayList<>(2);

  UsedSessions(boolean tellsStates) {
    this.tellsStates = tellsStates;
  }

  SessionHolds holds() {
    return holds;
  }

  synchronized void add(FilterSession session) {
    if (!used.contains(session)) {
      used.add(session);
    }
  }

  /**
   * Replicates what changed in them. Blocks, at most for the ack timeout of each.
   *
   * @param answered whether the response is committed already
   */
  Committed commit(boolean answered) {
    List<FilterSession> committing;
    synchronized (this) {
      committing = List.copyOf(used);
    }
    boolean allProtected = true;
    StringJoiner states = new StringJoiner(", ");
    for (FilterSession session : committing) {
      if (answered && hasMovedUnchanged(session)) {
        continue;
      }
      CommittedState committed = commit(session);
      String objection = objectionTo(committed.outcome(), session);
      if (objection != null) {
        return new Committed(objection, true, false, "");
      }
      allProtected &= committed.outcome() == CommitOutcome.PROTECTED;
      if (committed.state() != null) {
        states.add(committed.state());
      }
    }
    return new Committed(null, !committing.isEmpty(), allProtected, states.toString());
  }

  /** With the state it is of only if the response is to tell that. */
  private CommittedState commit(FilterSession session) {
    return tellsStates
        ? session.replicated().commitState()
        : new CommittedState(session.replicated().commit(), null);
  }

  /** Why the response must not go out, null if it may. */
  private static @Nullable String objectionTo(CommitOutcome outcome, FilterSession session) {
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
  private boolean hasMovedUnchanged(FilterSession session) {
    return holds.isElsewhere(session)
        && !session.isEndLost()
        && !session.replicated().hasUnsentChanges();
  }
}
