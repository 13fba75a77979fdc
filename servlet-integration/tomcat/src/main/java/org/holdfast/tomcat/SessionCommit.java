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

package org.holdfast.tomcat;

import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.CommittedState;
import org.jspecify.annotations.Nullable;

/** Commits the sessions of a request, and tells what that means for its response. */
final class SessionCommit {
  private SessionCommit() {}

  /**
   * Replicates what has changed in {@code session}.
   *
   * @param withState whether the response is to tell the state it is of
   * @throws UnserializableAttributeException if an attribute cannot be replicated any more, in a
   *     distributable application
   */
  static CommittedState of(HoldfastSession session, boolean withState) {
    try {
      return commit(session, withState);
    } catch (UnserializableAttributeException e) {
      if (session.keepHereWhatCannotGo()) {
        return commit(session, withState);
      }
      throw e;
    }
  }

  private static CommittedState commit(HoldfastSession session, boolean withState) {
    return withState
        ? session.replicated().commitState()
        : new CommittedState(session.replicated().commit(), null);
  }

  /** Why the response must not go out, null if it may. */
  static @Nullable String objectionTo(CommitOutcome outcome, HoldfastSession session) {
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
}
