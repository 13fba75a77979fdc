// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import org.holdfast.drill.cluster.Integration;

/** Settings of nodes in this process, without replication unless a test says otherwise. */
public final class LocalNode {
  private LocalNode() {}

  public static NodeSettings settings(String name) {
    return settings(name, 0);
  }

  /** Settings with a given HTTP port. */
  public static NodeSettings settings(String name, int httpPort) {
    return new NodeSettings(
        name,
        "test",
        "127.0.0.1",
        httpPort,
        "127.0.0.1",
        0,
        7800,
        "local",
        "sync",
        "MODIFIED_ATTRIBUTE",
        0,
        250,
        "available",
        0,
        false,
        "holdfast",
        Integration.TOMCAT,
        false);
  }

  /** Settings of a node whose sessions can be ended from outside. */
  static NodeSettings endingSessions(String name) {
    return with(settings(name), "holdfast", Integration.TOMCAT, true);
  }

  /** The same settings, with other keepers of the sessions. */
  static NodeSettings with(
      NodeSettings plain, String manager, Integration integration, boolean endsSessions) {
    return new NodeSettings(
        plain.name(),
        plain.cluster(),
        plain.httpHost(),
        plain.httpPort(),
        plain.bindHost(),
        plain.replicationPort(),
        plain.membershipPort(),
        plain.discovery(),
        plain.ack(),
        plain.scope(),
        plain.secondaries(),
        plain.ackTimeoutMillis(),
        plain.partition(),
        plain.expectedNodes(),
        plain.servingLease(),
        manager,
        integration,
        endsSessions);
  }

  /** Settings of a node that replicates, alone in its cluster, at a given port. */
  static NodeSettings replicated(String name, int port) {
    return new NodeSettings(
        name,
        name,
        "127.0.0.1",
        0,
        "127.0.0.1",
        0,
        port,
        "static:127.0.0.1:" + port,
        "sync",
        "MODIFIED_ATTRIBUTE",
        1,
        250,
        "available",
        0,
        false,
        "holdfast",
        Integration.TOMCAT,
        false);
  }
}
