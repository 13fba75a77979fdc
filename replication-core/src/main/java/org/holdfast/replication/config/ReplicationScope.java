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

/** How much of a session travels. */
public enum ReplicationScope {
  /**
   * The whole session after every request. The most bytes; correct even where change detection is
   * blind.
   */
  SESSION,
  /** The whole session, but only after a request that changed it. */
  MODIFIED_SESSION,
  /** Only the attributes that changed. The fewest bytes, and the default. */
  MODIFIED_ATTRIBUTE
}
