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

/** How an acquire ended. */
public sealed interface Acquired {

  /**
   * The session is served here, and one request is counted as running.
   *
   * @param ownership identifies this term of ownership; a later one has another epoch
   * @param leaseNanos remaining lease, negative if it never ends
   */
  record Owned(Epoch ownership, SessionImage image, long leaseNanos) implements Acquired {}

  /** Nobody knows the session, provably, or it has ended. */
  record Unknown() implements Acquired {}

  /** Too few members answered in time to tell. */
  record Unavailable(String reason) implements Acquired {}
}
