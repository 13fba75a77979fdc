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
