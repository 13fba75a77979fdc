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

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.fault.Fault;

/** Nodes as containers of one engine, on a network of their own. */
final class ContainerCluster implements Cluster {
  private final List<ContainerNode> nodes;
  private final ClusterNetwork network;

  ContainerCluster(List<ContainerNode> nodes, ClusterNetwork network) {
    this.nodes = List.copyOf(nodes);
    this.network = network;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    return fault instanceof Fault.Kill ? Optional.empty() : Optional.of("not made yet");
  }

  @Override
  public void inflict(Fault fault, List<ClusterNode> victims) {
    victims.forEach(ClusterNode::kill);
  }

  @Override
  public void heal(Fault fault, List<ClusterNode> victims) {}

  @Override
  public void start(ClusterNode node, Consumer<String> progress) {
    throw new UnsupportedOperationException("not made yet");
  }

  @Override
  public void close() {
    nodes.forEach(ContainerNode::remove);
    network.close();
  }
}
