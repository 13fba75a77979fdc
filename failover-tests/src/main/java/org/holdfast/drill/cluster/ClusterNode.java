// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One server of a cluster under drill. Every method may be called from any thread, also after the
 * node died.
 */
public interface ClusterNode {

  /** Name of the node, also its sticky route. */
  String name();

  /** Where clients on this machine reach the node over HTTP. */
  InetSocketAddress http();

  /**
   * Ends the node with SIGKILL; returns when the signal was delivered. Killing a dead node does
   * nothing.
   */
  void kill();

  boolean alive();

  /**
   * Asks the node what it says of itself; waits at most one second, empty if there was no answer.
   */
  Optional<NodeStatus> status();

  /**
   * Processor time in microseconds that all of the node has used since it was started, as its
   * engine counts it: for a node that does not tell its own. Empty where there is nobody to count.
   */
  default OptionalLong cpuMicros() {
    return OptionalLong.empty();
  }

  /** Process id on this machine; empty where the node is none of its processes. */
  default OptionalLong pid() {
    return OptionalLong.empty();
  }
}
