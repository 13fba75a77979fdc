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

/** What came of one attempt to count a session's counter up by one. */
public sealed interface Outcome {

  /** Whether the answer said that its update lives on every copy asked for. */
  enum Protection {
    PROTECTED,
    UNPROTECTED,
    /** The answer did not say. */
    UNSTATED
  }

  /**
   * An answer.
   *
   * @param value counter after the update, at least 1 in a right answer
   * @param session fingerprint of the session, never its id
   * @param created whether the node made a new session for this request
   */
  record Answered(long value, String session, boolean created, Protection protection)
      implements Outcome {}

  /** No answer that counts. */
  record Failed(FailureKind kind) implements Outcome {}
}
