// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
