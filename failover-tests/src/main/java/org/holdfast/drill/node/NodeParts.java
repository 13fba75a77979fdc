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

package org.holdfast.drill.node;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a node has besides the demo application.
 *
 * @param war served too
 * @param log file for a line per request; it is kept small
 */
record NodeParts(Optional<WebArchive> war, Optional<Path> log) {
  static final NodeParts NONE = new NodeParts(Optional.empty(), Optional.empty());
}
