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

package org.holdfast.replication.session;

/** What a response may claim. */
public enum CommitOutcome {
  /** The secondaries have the session's state: no single failure contradicts the response. */
  PROTECTED,
  /** The state is on its way, as {@code ASYNC} was asked for. */
  SENT,
  /**
   * This node alone has the state, or an attribute of it that cannot be encoded now: the response
   * may go out, counted as degraded.
   */
  DEGRADED,
  /**
   * The session is not protected, and the policy is to give no answer without, or this node is on
   * the wrong side of a partition: the response must not be a success (503, Retry-After). What the
   * request changed stays.
   */
  REFUSED,
  /** Another node owns the session now: the response must not be a success (503, Retry-After). */
  FENCED;

  /** Whether the response may go out as the application wrote it. */
  public boolean isAnswer() {
    return this != FENCED && this != REFUSED;
  }
}
