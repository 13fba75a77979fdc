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

package org.holdfast.replication.history;

/** What a client asked for, seen from the one counter that every judged session holds. */
public enum Request {
  /** Begins the session; its counter becomes 1. */
  CREATE,
  /** Answers the counter and changes nothing. */
  READ,
  /** Adds one and answers the new value; begins the session where the client has none. */
  INCREMENT,
  /** Changes attributes as {@link Mixed#changes} says; the counter stays what it is. */
  CHANGE,
  /** Gives the session another id and answers the counter. */
  RENAME,
  /** Ends the session and answers the last value of the counter. */
  INVALIDATE;

  boolean adds() {
    return this == CREATE || this == INCREMENT;
  }
}
