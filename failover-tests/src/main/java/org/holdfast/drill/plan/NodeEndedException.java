// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes ended that nobody had killed: nothing more can be measured of their cluster. */
final class NodeEndedException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param nodes their names, at least one
   * @param cause what failed without them; null if nothing did yet
   */
  NodeEndedException(List<String> nodes, @Nullable Throwable cause) {
    this(nodes, " ended", cause);
  }

  private NodeEndedException(List<String> nodes, String how, @Nullable Throwable cause) {
    super(String.join(" and ", nodes) + how, cause);
  }

  /** Of nodes whose process nobody watches, but that let nobody in any more. */
  static NodeEndedException refusing(List<String> nodes) {
    return new NodeEndedException(
        nodes, nodes.size() == 1 ? " refuses connections" : " refuse connections", null);
  }

  /** For example "node-2 ended". */
  String words() {
    return String.valueOf(getMessage());
  }
}
