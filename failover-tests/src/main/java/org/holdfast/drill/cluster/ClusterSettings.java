// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.nio.file.Path;
import org.holdfast.drill.settings.HoldfastSettings;

/**
 * What a launcher starts.
 *
 * @param nodes number of servers to start, at least 1
 * @param spares further servers that have their place but are not started yet, at least 0
 * @param ack {@code sync} or {@code async}
 * @param scope a replication scope, such as {@code MODIFIED_ATTRIBUTE}
 * @param integration of Holdfast that keeps the sessions of our own nodes
 * @param secondaries copies besides the primary; 0 switches replication off
 * @param consistent whether the side without the majority refuses to serve in a partition; 3 nodes
 *     or more
 * @param ownClocks whether each node's wall clock can jump without the machine's
 * @param fullCollections whether each node of ours runs full garbage collections on a schedule of
 *     its own, so that its status has the heap that lives
 * @param workDir directory for the output of the nodes, created if absent
 * @param holdfast settings of Holdfast that nodes are started with, besides all that
 * @param process what matters where nodes are processes of this machine
 */
public record ClusterSettings(
    int nodes,
    int spares,
    String ack,
    String scope,
    Integration integration,
    int secondaries,
    boolean consistent,
    boolean ownClocks,
    boolean fullCollections,
    String workDir,
    HoldfastSettings holdfast,
    ProcessSettings process) {

  /** Without spares, and with nothing said about processes. */
  public ClusterSettings(int nodes, String ack, String scope, int secondaries, String workDir) {
    this(nodes, ack, scope, secondaries, workDir, ProcessSettings.DEFAULT);
  }

  /** Without spares. */
  public ClusterSettings(
      int nodes,
      String ack,
      String scope,
      int secondaries,
      String workDir,
      ProcessSettings process) {
    this(
        nodes,
        0,
        ack,
        scope,
        Integration.TOMCAT,
        secondaries,
        false,
        false,
        false,
        workDir,
        HoldfastSettings.NONE,
        process);
  }

  /** The same with that many spares. */
  public ClusterSettings withSpares(int count) {
    return new ClusterSettings(
        nodes,
        count,
        ack,
        scope,
        integration,
        secondaries,
        consistent,
        ownClocks,
        fullCollections,
        workDir,
        holdfast,
        process);
  }

  /** The same, with our own nodes' sessions kept by that integration. */
  public ClusterSettings withIntegration(Integration wanted) {
    return new ClusterSettings(
        nodes,
        spares,
        ack,
        scope,
        wanted,
        secondaries,
        consistent,
        ownClocks,
        fullCollections,
        workDir,
        holdfast,
        process);
  }

  /** The same, with this said about processes. */
  public ClusterSettings withProcess(ProcessSettings said) {
    return new ClusterSettings(
        nodes,
        spares,
        ack,
        scope,
        integration,
        secondaries,
        consistent,
        ownClocks,
        fullCollections,
        workDir,
        holdfast,
        said);
  }

  /** Returns the name of the node at a place, counted from 0. */
  public static String nameOf(int place) {
    return "node-" + (place + 1);
  }

  /** The directory of the drill's key files. */
  public Path keys() {
    return Path.of(workDir).resolve("keys").toAbsolutePath();
  }

  /** The directory of a node's key files, which settings name by {@link HoldfastSettings#KEYS}. */
  public Path keys(String node) {
    return keys().resolve(node);
  }

  /** Servers that may run at once. */
  public int places() {
    return nodes + spares;
  }
}
