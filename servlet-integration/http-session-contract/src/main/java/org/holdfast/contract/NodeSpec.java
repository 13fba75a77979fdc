// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The specification of a node.
 *
 * @param cluster name of the cluster; each cluster of the contract has its own
 * @param name of the node and its sticky route, such as {@code node-1}
 * @param membershipPort on which the node is to be found by the others, on 127.0.0.1
 * @param members addresses of all nodes of the cluster, running or not, as {@code 127.0.0.1:PORT}
 * @param directory an empty one for the files of the node
 * @param applications to deploy, made for this start of this node
 * @param changed settings in the place of those of the contract
 */
public record NodeSpec(
    String cluster,
    String name,
    int membershipPort,
    List<String> members,
    Path directory,
    List<ContractApplication> applications,
    Map<String, String> changed) {
  /** Makes one with the settings of the contract. */
  public NodeSpec(
      String cluster,
      String name,
      int membershipPort,
      List<String> members,
      Path directory,
      List<ContractApplication> applications) {
    this(cluster, name, membershipPort, members, directory, applications, Map.of());
  }

  /**
   * Returns the settings of Holdfast for this node, by their names.
   *
   * <ul>
   *   <li>Hand-overs wait for running requests for a short time only, as tests let these hang.
   *   <li>Nodes wait for each other for long: a slow machine that runs the tests shall neither make
   *       a node suspect nor let a response go out unprotected. After a kill no node waits, as the
   *       connections break.
   *   <li>Responses tell whether their session was protected.
   *   <li>Nothing is drained, unless {@link #changed} says so: a node shall be able to go without
   *       handing anything over.
   * </ul>
   */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(ofTheContract());
    settings.putAll(changed);
    return settings;
  }

  private Map<String, String> ofTheContract() {
    return Map.ofEntries(
        Map.entry("cluster", cluster),
        Map.entry("memberName", name),
        Map.entry("membershipPort", Integer.toString(membershipPort)),
        Map.entry("discovery", "static:" + String.join(",", members)),
        Map.entry("allowedClasses", "org.holdfast.contract.**"),
        Map.entry("exposeProtection", "true"),
        Map.entry("handOverTimeoutMillis", "300"),
        Map.entry("ackTimeoutMillis", "5000"),
        Map.entry("silenceTimeoutMillis", "3000"),
        Map.entry("acquireTimeoutMillis", "10000"),
        Map.entry("joinTimeoutMillis", "1000"),
        Map.entry("drainTimeoutMillis", "0"));
  }
}
