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

package org.holdfast.drill.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the next version of a node differs in that is a process of this machine.
 *
 * @param program another {@code holdfast.jar} to run; this program's classes if empty
 * @param nodeOptions further options of the node command, in place of those of the first version
 */
public record ProcessUpgrade(Optional<Path> program, List<String> nodeOptions) {
  public ProcessUpgrade {
    nodeOptions = List.copyOf(nodeOptions);
  }
}
