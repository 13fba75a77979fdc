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

package org.holdfast.drill.fault;

/** What can be said of a fault that lasts: that a command succeeded is no proof of anything. */
public enum Effect {
  /** It was seen to act on each node. */
  SEEN,
  /**
   * It can be seen, and on some node there is nothing to see: what the drill found proves nothing.
   */
  NONE,
  /** Nobody can tell. */
  UNKNOWN
}
