// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
