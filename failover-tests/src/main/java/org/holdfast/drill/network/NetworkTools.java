// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.util.List;

/** Runs {@code iptables}, {@code tc} and {@code ip} in the network of one life of a node. */
public interface NetworkTools {

  /** Prepares what takes time, so that {@link #run} acts at once. */
  void open();

  /**
   * Runs a tool.
   *
   * @return what it printed
   * @throws RuntimeException if it cannot be run, or fails; of which kind, the engine says
   */
  String run(List<String> command);
}
