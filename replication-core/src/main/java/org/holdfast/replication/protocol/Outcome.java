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

package org.holdfast.replication.protocol;

/** What became of an update or of a read that must be as good as one. */
public enum Outcome {
  /** The secondaries hold the state: no single failure can contradict the answer. */
  PROTECTED,
  /** This member alone holds the state: nobody is there to hold it as well. */
  DEGRADED,
  /** Whoever should hold the state, too, did not say so in time. */
  UNCONFIRMED,
  /**
   * This member must not serve now, being on the wrong side of a partition, or others having gone
   * on without it: the answer must not be a success.
   */
  SHUT_OUT,
  /** Another member owns the session: the answer must not be a success. */
  FENCED
}
