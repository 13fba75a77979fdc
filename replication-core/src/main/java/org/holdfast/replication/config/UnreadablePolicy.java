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

/**
 * What becomes of a session with an attribute that cannot be read here, for instance since another
 * version of the application wrote it.
 */
public enum UnreadablePolicy {
  /**
   * The attribute reads as absent; its bytes stay, so that a node of the other version still reads
   * them. The application may find its session half empty.
   */
  DROP_ATTRIBUTE,
  /**
   * The session ends, on all nodes, when the attribute is first asked for: the user starts afresh,
   * and the other version loses it too. Putting or removing what nobody had asked for ends nothing.
   */
  INVALIDATE
}
