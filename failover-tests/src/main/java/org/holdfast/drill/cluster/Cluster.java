// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.settings.HoldfastSettings;

/**
 * A set of nodes under drill. Faults come from one thread; what nodes say of themselves may be
 * asked from any.
 */
public interface Cluster extends Means, AutoCloseable {

  /**
   * Every node that there is, was or may be, in a fixed order: those that the launcher started,
   * then the spares of {@link ClusterSettings#spares}, which are not alive before {@link #start}. A
   * node keeps its name and its port of HTTP when it is started again.
   */
  List<ClusterNode> nodes();

  @Override
  default int places() {
    return nodes().size();
  }

  /** {@inheritDoc} Goes by what the nodes say. */
  @Override
  default Optional<String> lacksCoordinator() {
    List<String> names = nodes().stream().map(ClusterNode::name).toList();
    return nodes().stream()
            .flatMap(node -> node.status().stream())
            .anyMatch(status -> names.contains(status.viewCreator()))
        ? Optional.empty()
        : Optional.of("no node tells in a status which of them made the view");
  }

  @Override
  default Optional<String> lacks(NodeVersion version) {
    return nodes().stream()
            .allMatch(one -> one instanceof ReplaceableNode node && node.has(version))
        ? Optional.empty()
        : Optional.of(Means.nobodySaidWhatIs(version));
  }

  @Override
  default Optional<String> lacks(HoldfastSettings settings) {
    return settings.isEmpty() || nodes().stream().allMatch(ReplaceableNode.class::isInstance)
        ? Optional.empty()
        : Optional.of("settings (" + settings + ") need nodes that the drill itself starts");
  }

  /**
   * Tells that {@code victims}, about to be ended, are to be started again later. For engines whose
   * nodes outlive the drill: when it is stopped before that, {@link #close} starts them.
   */
  default void willReturn(List<ClusterNode> victims) {}

  /**
   * Does {@code fault} to all of {@code victims} at once, as near as can be; returns when it is in
   * effect, for {@link Fault.Stop} when the nodes have ended. Doing to a dead node what ends it
   * does nothing.
   *
   * @throws FaultException if it could not be done, also for what {@link #lacks} names
   */
  void inflict(Fault fault, List<ClusterNode> victims);

  /**
   * Tells whether {@code fault}, which was inflicted on {@code victims} and lasts, has acted on
   * them since. Call it before {@link #heal}. Unless an engine knows better, nobody can tell: a
   * command says that it succeeded, and nothing of what came of it.
   *
   * @throws FaultException if what should be able to tell fails
   */
  default Effect effect(Fault fault, List<ClusterNode> victims) {
    return Effect.UNKNOWN;
  }

  /** Returns figures of what {@link #effect} goes by, for the report; empty if there are none. */
  default Optional<String> trace(Fault fault, List<ClusterNode> victims) {
    return Optional.empty();
  }

  /** Takes a lasting fault back; returns when it is gone. */
  void heal(Fault fault, List<ClusterNode> victims);

  /**
   * Replaces a node that is not alive, so that it is started in {@code version} from now on.
   *
   * @throws FaultException if it could not be done, also for what {@link #lacks(NodeVersion)} names
   */
  default void replace(ClusterNode node, NodeVersion version) {
    lacks(version)
        .ifPresent(
            reason -> {
              throw new FaultException(reason);
            });
    ((ReplaceableNode) node).replaceBy(version);
  }

  /**
   * Has a node started with {@code settings}, and no others, from its next start on.
   *
   * @throws FaultException for what {@link #lacks(HoldfastSettings)} names
   */
  default void configure(ClusterNode node, HoldfastSettings settings) {
    lacks(settings)
        .ifPresent(
            reason -> {
              throw new FaultException(reason);
            });
    ((ReplaceableNode) node).startWith(settings);
  }

  /**
   * Lets a node see its {@linkplain ClusterSettings#keys(String) key files} as they are now, where
   * it does not share this machine's disk.
   *
   * @throws FaultException if it could not be done
   */
  default void bringKeys(ClusterNode node) {}

  /**
   * Starts a node that is not alive, a spare or one that ended, and returns when it serves; does
   * not wait for the views of the others.
   *
   * @throws ClusterStartException if it does not come up in time
   */
  void start(ClusterNode node, Consumer<String> progress);

  /** Stops whatever still runs and waits for it, bounded; idempotent. */
  @Override
  void close();
}
