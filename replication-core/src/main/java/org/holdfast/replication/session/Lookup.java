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

/** How the search for a requested session ended. */
public sealed interface Lookup {

  /** It is served here, and {@link ReplicatedSession#enter entered} for the caller. */
  record Found(ReplicatedSession session) implements Lookup {}

  /** No such session: provably unknown, ended, or an id that this cluster never made. */
  record Unknown() implements Lookup {}

  /**
   * Too few nodes answered to tell. The answer to the request is 503 with Retry-After, never a new
   * session.
   *
   * @param reason for logs; names nodes, no ids
   */
  record Unavailable(String reason) implements Lookup {}
}
