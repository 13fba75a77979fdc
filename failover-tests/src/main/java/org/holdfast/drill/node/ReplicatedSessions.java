// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.demo.DemoApplication;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.node.ReplicationStatistics;
import org.jspecify.annotations.Nullable;

/** Sessions that live on other nodes too, by one of Holdfast's integrations. */
abstract class ReplicatedSessions implements NodeSessions {
  private final String nodeName;

  ReplicatedSessions(NodeSettings settings) {
    this.nodeName = settings.name();
  }

  /**
   * Returns the settings of Holdfast by their names, for an application with classes of its own.
   */
  static Map<String, String> namedSettings(NodeSettings settings) {
    Map<String, String> named = new TreeMap<>();
    named.put("cluster", settings.cluster());
    named.put("memberName", settings.name());
    named.put("bindHost", settings.bindHost());
    named.put("replicationPort", Integer.toString(settings.replicationPort()));
    named.put("membershipPort", Integer.toString(settings.membershipPort()));
    named.put("discovery", settings.discovery());
    named.put("secondaries", Integer.toString(settings.secondaries()));
    named.put("ackMode", settings.ack());
    named.put("scope", settings.scope());
    named.put("ackTimeoutMillis", Integer.toString(settings.ackTimeoutMillis()));
    named.put("maxWaitingRequests", Integer.toString(HttpConnector.THREADS * 3 / 4));
    named.put("partition", settings.partition());
    named.put("expectedNodes", Integer.toString(settings.expectedNodes()));
    named.put("servingLease", Boolean.toString(settings.servingLease()));
    named.put("exposeProtection", "true");
    named.put("joinTimeoutMillis", "1000");
    return named;
  }

  /** Returns the same for the demo application, whose classes are the node's own. */
  static Map<String, String> namedSettingsOfDemo(NodeSettings settings) {
    Map<String, String> named = namedSettings(settings);
    named.put(
        "allowedClasses",
        DemoApplication.sessionClasses().stream()
            .map(Class::getName)
            .collect(Collectors.joining(";")));
    return named;
  }

  /** Returns the member of the cluster; null before it has started and after it has stopped. */
  abstract @Nullable ReplicationNode replicationNode();

  @Override
  public NodeStatus status() {
    ReplicationNode node = replicationNode();
    if (node == null) {
      return new NodeStatus(nodeName, 0, List.of(), false, 0, 0, 0, Map.of());
    }
    ReplicationStatistics now = node.statistics();
    return new NodeStatus(
            nodeName,
            now.viewNumber(),
            node.view().creator(),
            node.view().members().stream().map(Member::name).toList(),
            now.settled(),
            now.primarySessions(),
            now.secondarySessions(),
            now.degradedSessions(),
            now.counters())
        .with("protocolVersion", node.protocolVersion());
  }

  @Override
  public List<AttributeTrafficSnapshot> attributes() {
    ReplicationNode node = replicationNode();
    return node == null
        ? List.of()
        : node.attributeTraffic().stream().map(AttributeTraffic::snapshot).toList();
  }

  @Override
  public Optional<InetSocketAddress> replicationAddress() {
    return Optional.ofNullable(replicationNode())
        .map(node -> InetSocketAddress.createUnresolved(node.self().host(), node.self().port()));
  }
}
