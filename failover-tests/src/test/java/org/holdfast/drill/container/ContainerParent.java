// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.demo.Browser;

/**
 * A process that starts a container and then waits for the end that {@link ContainerEndsIT} brings.
 */
final class ContainerParent {
  private ContainerParent() {}

  public static void main(String[] arguments) throws Exception {
    Cluster cluster =
        new ContainerLauncher()
            .launch(
                new ClusterSettings(1, "sync", "MODIFIED_ATTRIBUTE", 0, arguments[0]), line -> {});
    System.out.println(new Browser(cluster.nodes().get(0).http()).text("/counter").strip());
    while (System.in.read() >= 0) {
      // waits for the end that the test brings
    }
  }
}
