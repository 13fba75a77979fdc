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

package org.holdfast.drill.history;

/** Writes a history by hand: one attempt a second, asked of node {@code n}. */
final class Attempts {
  static final long SECOND = 1_000_000_000L;

  private final UserHistory history = new UserHistory(7);
  private long now;

  static Attempts begin() {
    return new Attempts();
  }

  /** Answers {@code values} in the session "s". */
  Attempts answered(long... values) {
    for (long value : values) {
      answeredBy("n", "s", value, false);
    }
    return this;
  }

  Attempts answeredBy(String node, String session, long value, boolean created) {
    return add(node, new Outcome.Answered(value, session, created, Outcome.Protection.PROTECTED));
  }

  Attempts failed(FailureKind kind) {
    return add("n", new Outcome.Failed(kind));
  }

  UserFindings check() {
    return HistoryChecker.check(history);
  }

  private Attempts add(String node, Outcome outcome) {
    history.add(new Exchange(now, now + SECOND / 2, node, outcome));
    now += SECOND;
    return this;
  }
}
