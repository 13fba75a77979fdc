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

import java.util.List;
import java.util.Optional;

/**
 * What nodes that are processes of this machine are started with besides what all clusters have.
 *
 * @param jvmOptions of each node; none for the launcher's own
 * @param nodeOptions further options of the node command
 * @param cpus CPUs that each node is bound to, as lists that taskset understands, in the order of
 *     the nodes; none for no bounds
 * @param upgrade what their next version is, if there is one
 */
public record ProcessSettings(
    List<String> jvmOptions,
    List<String> nodeOptions,
    List<String> cpus,
    Optional<ProcessUpgrade> upgrade) {
  /** As the launcher would start them. */
  public static final ProcessSettings DEFAULT =
      new ProcessSettings(List.of(), List.of(), List.of());

  /** Without a next version. */
  public ProcessSettings(List<String> jvmOptions, List<String> nodeOptions, List<String> cpus) {
    this(jvmOptions, nodeOptions, cpus, Optional.empty());
  }

  public ProcessSettings {
    jvmOptions = List.copyOf(jvmOptions);
    nodeOptions = List.copyOf(nodeOptions);
    cpus = List.copyOf(cpus);
  }
}
