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

package org.holdfast.drill.load;

import org.holdfast.replication.history.Reply;

/**
 * What one user may expect of the next answer, for the moment in which it comes; constant memory.
 * Says when a user is well again after a kill; whether it was told the truth is for the history
 * checker to say, from the whole log.
 *
 * <p>Each attempt adds one to the counter. An attempt without an answer may or may not have been
 * applied, at any later time too, so after the answer {@code n} and {@code u} such attempts ever
 * the next one must lie in {@code [n + 1, n + 1 + u]}. Not thread-safe.
 */
final class ExpectedCounter {
  private long last;
  private long unanswered;

  /** Fingerprint of the session of the last answer, empty before the first. */
  private String session = "";

  String session() {
    return session;
  }

  void failed(FailureKind kind) {
    if (kind.mayHaveBeenApplied()) {
      unanswered++;
    }
  }

  /** Expects from now on what follows from {@code answer}; returns whether it was right itself. */
  boolean accept(Reply.Served answer) {
    long value = answer.value();
    boolean right =
        value > last && value <= last + 1 + unanswered && (last == 0 || !answer.created());
    last = value;
    session = answer.id();
    return right;
  }

  /** The same for an answer to a request that does not count. */
  boolean acceptUncounted(Reply.Served answer) {
    boolean right = answer.value() >= last && answer.value() <= last + unanswered;
    last = answer.value();
    session = answer.id();
    return right;
  }

  /** The session has ended; the next request still carries its id. */
  void ended() {
    last = 0;
  }

  /** The user has thrown its id away. */
  void forgotten() {
    last = 0;
    session = "";
  }
}
