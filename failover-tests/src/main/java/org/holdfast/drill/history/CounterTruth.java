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

/**
 * What one user may expect of the next answer, kept up to date attempt by attempt; constant memory.
 *
 * <p>Each attempt adds one to the counter. An attempt without an answer may or may not have been
 * applied, so after the answer {@code n} and {@code u} such attempts the next one must lie in
 * {@code [n + 1, n + 1 + u]}. Not thread-safe.
 */
public final class CounterTruth {
  private long lastValue;
  private long unknownSince;
  private long missing;
  private String session = "";

  /** Smallest right value of the next answer. */
  public long lowestExpected() {
    return lastValue + 1;
  }

  /** Largest right value of the next answer. */
  public long highestExpected() {
    return lastValue + 1 + unknownSince;
  }

  /** Judges {@code outcome} and expects from now on what follows from it. */
  public Judgement judge(Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed) {
      if (failed.kind().mayHaveBeenApplied()) {
        unknownSince++;
      }
      return Judgement.NO_ANSWER;
    }
    Outcome.Answered answer = (Outcome.Answered) outcome;
    Judgement judgement = judgeAnswer(answer);
    lastValue = answer.value();
    unknownSince = 0;
    session = answer.session();
    return judgement;
  }

  private Judgement judgeAnswer(Outcome.Answered answer) {
    long value = answer.value();
    if (lastValue > 0) {
      // An id may change while the content stays (some managers do so at a takeover): a reset only
      // if the counter does not go on.
      boolean restarted = !answer.session().equals(session) && value < lowestExpected();
      if (answer.created() || restarted) {
        missing = 0;
        return Judgement.RESET;
      }
    }
    if (value < lowestExpected()) {
      missing += lowestExpected() - value;
      return value == lastValue ? Judgement.REPEATED : Judgement.BEHIND;
    }
    if (value <= highestExpected()) {
      return Judgement.RIGHT;
    }
    long ahead = value - highestExpected();
    boolean explained = ahead <= missing;
    missing = Math.max(0, missing - ahead);
    return explained ? Judgement.RETURNED : Judgement.CONTRADICTED;
  }
}
