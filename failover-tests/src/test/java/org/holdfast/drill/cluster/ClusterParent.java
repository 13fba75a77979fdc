// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import org.holdfast.drill.fault.Fault;

/**
 * A process that starts a cluster, pauses its node if it is told to, and is then killed by {@link
 * ProcessClusterIT}.
 */
final class ClusterParent {
  private ClusterParent() {}

  public static void main(String[] arguments) throws Exception {
    ProcessCluster cluster =
        new ProcessLauncher()
            .start(
                new ClusterSettings(1, "sync", "MODIFIED_ATTRIBUTE", 0, arguments[0]), line -> {});
    if (arguments.length > 1) {
      cluster.inflict(new Fault.Pause(), cluster.nodes());
    }
    System.out.println("pid " + cluster.pids().get(0));
    while (System.in.read() >= 0) {
      // waits for the end that the test brings
    }
  }
}
