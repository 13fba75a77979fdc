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
