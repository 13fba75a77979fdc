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

package org.holdfast.drill.node;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.demo.DemoApplication;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;
import org.holdfast.replication.session.ReplicationNode;
import org.holdfast.replication.session.ReplicationStatistics;
import org.holdfast.tomcat.HoldfastManager;
import org.jspecify.annotations.Nullable;

/** Sessions that live on other nodes too. The only class here that names Holdfast's integration. */
final class ReplicatedSessions implements NodeSessions {
  private final NodeSettings settings;
  private final RememberingManager manager = new RememberingManager();

  /** For an application that brings its own classes along. */
  ReplicatedSessions(NodeSettings settings) {
    this.settings = settings;
    manager.setCluster(settings.cluster());
    manager.setMemberName(settings.name());
    manager.setBindHost(settings.bindHost());
    manager.setReplicationPort(Integer.toString(settings.replicationPort()));
    manager.setMembershipPort(Integer.toString(settings.membershipPort()));
    manager.setDiscovery(settings.discovery());
    manager.setSecondaries(Integer.toString(settings.secondaries()));
    manager.setAckMode(settings.ack());
    manager.setScope(settings.scope());
    manager.setAckTimeoutMillis(Integer.toString(settings.ackTimeoutMillis()));
    manager.setMaxWaitingRequests(Integer.toString(HttpConnector.THREADS * 3 / 4));
    manager.setPartition(settings.partition());
    manager.setExpectedNodes(Integer.toString(settings.expectedNodes()));
    manager.setServingLease(Boolean.toString(settings.servingLease()));
    manager.setExposeProtection("true");
    manager.setJoinTimeoutMillis("1000");
  }

  /** For the demo application, whose classes are the node's own. */
  static ReplicatedSessions ofDemo(NodeSettings settings) {
    ReplicatedSessions sessions = new ReplicatedSessions(settings);
    sessions.manager.setAllowedClasses(
        DemoApplication.sessionClasses().stream()
            .map(Class::getName)
            .collect(Collectors.joining(";")));
    return sessions;
  }

  @Override
  public void installIn(Context context) {
    context.setDistributable(true);
    context.setManager(manager);
  }

  @Override
  public NodeStatus status() {
    ReplicationNode node = manager.replicationNode();
    if (node == null) {
      return new NodeStatus(settings.name(), 0, List.of(), false, 0, 0, 0, Map.of());
    }
    ReplicationStatistics now = node.statistics();
    return new NodeStatus(
            settings.name(),
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
    ReplicationNode node = manager.replicationNode();
    return node == null
        ? List.of()
        : node.attributeTraffic().stream().map(AttributeTraffic::snapshot).toList();
  }

  @Override
  public Optional<InetSocketAddress> replicationAddress() {
    return Optional.ofNullable(manager.replicationNode())
        .map(node -> InetSocketAddress.createUnresolved(node.self().host(), node.self().port()));
  }

  @Override
  public Optional<Exception> failure() {
    return Optional.ofNullable(manager.failure);
  }

  @Override
  public void close() {
    // The web application has stopped the manager, which left the cluster.
  }

  /** Keeps the reason of a failed start, which Tomcat writes into its log and tells nobody. */
  private static final class RememberingManager extends HoldfastManager {
    private volatile @Nullable Exception failure;

    @Override
    protected void startInternal() throws LifecycleException {
      try {
        super.startInternal();
      } catch (LifecycleException e) {
        failure = e.getCause() instanceof RuntimeException reason ? reason : e;
        throw e;
      }
    }
  }
}
