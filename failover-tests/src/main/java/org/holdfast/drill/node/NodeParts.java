// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
