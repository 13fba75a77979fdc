// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.node.ReplicationStatistics;

/** The report of an application about its node. Thread-safe; never holds an id of a session. */
public final class ClusterReport {
  private final ReplicatedSessions sessions;
  private final NodeConfig nodeConfig;
  private final ApplicationConfig applicationConfig;

  ClusterReport(ReplicatedSessions sessions) {
    this.sessions = sessions;
    this.nodeConfig = sessions.settings().node("to-be-named");
    this.applicationConfig =
        sessions.settings().application("to-be-named", ClusterReport.class.getClassLoader());
  }

  /** Returns whether the node can serve. */
  public Standing standing() {
    ReplicationNode node = sessions.node();
    return node == null
        ? Standing.DOWN
        : Standing.of(node.view().members().size(), nodeConfig, applicationConfig);
  }

  /** Returns a short report: where the node is, and whether its sessions are protected. */
  public Map<String, Object> health() {
    Map<String, Object> details = new LinkedHashMap<>();
    ReplicationNode node = sessions.node();
    details.put("integration", sessions.integration());
    if (node == null) {
      details.put(
          "reason",
          "this application has not joined a cluster, because its web server does not run");
      return details;
    }
    View view = node.view();
    ReplicationStatistics statistics = node.statistics();
    int peers = view.members().size() - 1;
    details.put("cluster", node.cluster());
    details.put("member", node.self().name());
    details.put("view", view.number());
    details.put("members", view.members().stream().map(Member::name).toList());
    details.put("settled", statistics.settled());
    details.put("sessions", statistics.primarySessions());
    details.put("degradedSessions", statistics.degradedSessions());
    details.put("degradedResponses", statistics.counters().getOrDefault("degradedResponses", 0L));
    details.put(
        "protected",
        nodeConfig.secondaries() > 0
            && peers >= nodeConfig.secondaries()
            && statistics.degradedSessions() == 0);
    if (peers < nodeConfig.secondaries()) {
      details.put(
          "reason",
          "each session needs "
              + nodeConfig.secondaries()
              + " copies on other nodes, but there are "
              + peers
              + " other nodes");
    }
    return details;
  }

  /** Returns the full report: members with their addresses, and all counters. */
  public Map<String, Object> all() {
    Map<String, Object> all = new LinkedHashMap<>();
    ReplicationNode node = sessions.node();
    all.put("standing", standing().name());
    all.put("integration", sessions.integration());
    if (node == null) {
      return all;
    }
    View view = node.view();
    ReplicationStatistics statistics = node.statistics();
    all.put("cluster", node.cluster());
    all.put("security", node.security().name().toLowerCase(Locale.ROOT));
    all.put("member", described(node.self()));
    all.put(
        "view",
        Map.of(
            "number", view.number(),
            "creator", view.creator(),
            "settled", statistics.settled(),
            "members", view.members().stream().map(ClusterReport::described).toList()));
    all.put(
        "sessions",
        Map.of(
            "primary", statistics.primarySessions(),
            "secondary", statistics.secondarySessions(),
            "degraded", statistics.degradedSessions(),
            "longestLagMillis", statistics.longestLagMillis()));
    all.put("counters", statistics.counters());
    return all;
  }

  private static Map<String, Object> described(Member member) {
    return Map.of(
        "name", member.name(),
        "address", member.host() + ":" + member.port(),
        "zone", member.zone(),
        "applicationVersion", member.version());
  }
}
