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

import java.util.Locale;

/**
 * One answer that contradicts what its user was answered before.
 *
 * @param kind what is wrong with it
 * @param user number of the user
 * @param atNanos when the answer came, on the clock of the history
 * @param node name of the node asked
 * @param lowest smallest value that would have been right
 * @param highest largest value that would have been right
 * @param value the value answered
 */
public record Violation(
    Kind kind, int user, long atNanos, String node, long lowest, long highest, long value) {

  /** What is wrong with an answer, in hindsight. */
  public enum Kind {
    /** Answered updates are missing from it and never came back. */
    LOST,
    /** Answered updates are missing from it but were there again later. */
    STALE,
    /** The session was replaced by a new one. */
    RESET,
    /** The value of the answer before. */
    DUPLICATED,
    /** A value that no sequence of the user's updates leads to. */
    CONTRADICTED;

    /** Name for reports, such as {@code duplicated}; stable. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Says it in a sentence for people. */
  public String describe() {
    String expected = lowest == highest ? Long.toString(lowest) : lowest + " to " + highest;
    return "user "
        + user
        + " was answered "
        + value
        + " by "
        + node
        + " where only "
        + expected
        + " is right ("
        + kind.label()
        + ")";
  }
}
