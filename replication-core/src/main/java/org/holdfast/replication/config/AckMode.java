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

package org.holdfast.replication.config;

/** When a response may leave. */
public enum AckMode {
  /**
   * The response waits until every secondary has the session's state: no answered update is lost
   * with one failure. Costs one round trip.
   */
  SYNC,
  /**
   * The response does not wait, except for the first update of a new session: updates of the last
   * few milliseconds before a crash, hang or cut can be lost with their primary.
   */
  ASYNC
}
