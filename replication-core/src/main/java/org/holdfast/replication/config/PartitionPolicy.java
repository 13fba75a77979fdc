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

/** What the sides of a partition do. */
public enum PartitionPolicy {
  /**
   * Both sides go on with what they have, degraded. When they meet, the higher epoch of a session
   * wins and what the other side had written is lost; it is counted.
   */
  AVAILABLE,
  /**
   * A side without the majority of the last settled view refuses everything (503), so no session
   * lives on in two places. Needs three nodes or more: of two, neither has a majority without the
   * other.
   */
  CONSISTENT
}
