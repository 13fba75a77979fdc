// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeClocks;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.machine.InParallel;
import org.holdfast.drill.network.NetworkFaults;

/**
 * Nodes as containers of one engine, on a network of their own. Leaves none behind: {@link #close}
 * removes them, so does the end of this process, and the next drill if this process is killed.
 */
final class ContainerCluster implements Cluster {
  /** Longer than a node takes to finish its requests and to hand its sessions over. */
  private static final Duration STOP_WAIT = Duration.ofSeconds(90);

  private static final Duration KILL_WAIT = Duration.ofSeconds(10);

  private final List<ContainerNode> nodes;
  private final ClusterNetwork network;
  private final Abilities abilities;
  private final Optional<NodeClocks> clocks;
  private final NetworkFaults networkFaults;
  private final Traces traces = new Traces();
  private final Thread hook = new Thread(this::removeAll, "remove-containers");

  @GuardedBy("this")
  private boolean closed;

  private ContainerCluster(
      List<ContainerNode> nodes,
      ClusterNetwork network,
      Abilities abilities,
      Optional<NodeClocks> clocks) {
    this.nodes = List.copyOf(nodes);
    this.network = network;
    this.abilities = abilities;
    this.clocks = clocks;
    this.networkFaults = new NetworkFaults(this.nodes, network.subnet());
  }

  /**
   * Takes charge of nodes and of their network, before the first of them is started.
   *
   * @param nodes every place, spares too
   * @param clocks of the nodes, if they have their own
   */
  static ContainerCluster of(
      List<ContainerNode> nodes,
      ClusterNetwork network,
      Abilities abilities,
      Optional<NodeClocks> clocks) {
    ContainerCluster cluster = new ContainerCluster(nodes, network, abilities, clocks);
    Runtime.getRuntime().addShutdownHook(cluster.hook);
    return cluster;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    return abilities.lacks(fault);
  }

  @Override
  public void inflict(Fault fault, List<ClusterNode> victims) {
    lacks(fault)
        .ifPresent(
            reason -> {
              throw new FaultException(reason);
            });
    List<ContainerNode> living =
        victims.stream().map(ContainerNode.class::cast).filter(ContainerNode::alive).toList();
    try {
      inflictOn(fault, living);
    } catch (DockerException e) {
      throw new FaultException(
          names(living) + " could not be " + fault.words() + ": " + e.getMessage(), e);
    }
  }

  private void inflictOn(Fault fault, List<ContainerNode> victims) {
    if (NetworkFaults.include(fault)) {
      networkFaults.inflict(fault, victims);
    } else if (fault instanceof Fault.Kill) {
      InParallel.each(victims, ContainerNode::kill);
      requireEnds(victims, KILL_WAIT, fault);
    } else if (fault instanceof Fault.Stop) {
      InParallel.each(victims, node -> node.signal("SIGTERM"));
      requireEnds(victims, STOP_WAIT, fault);
    } else if (fault instanceof Fault.StopAndKill both) {
      stopAndKill(victims.get(0), victims.get(1), both);
    } else if (fault instanceof Fault.Pause) {
      InParallel.each(victims, node -> node.container().pause());
    } else if (fault instanceof Fault.SlowCpu slow) {
      victims.forEach(traces::begin);
      InParallel.each(victims, node -> ResourceFaults.slowDown(node, slow.percent()));
    } else if (fault instanceof Fault.OutOfMemory) {
      InParallel.each(victims, ResourceFaults::exhaustMemory);
    } else if (fault instanceof Fault.FullDisk) {
      victims.forEach(traces::begin);
      InParallel.each(victims, ResourceFaults::fillDisk);
    } else if (fault instanceof Fault.ClockJump jump) {
      jump(victims, jump.by());
    } else {
      throw new FaultException("containers know no way to have a node " + fault.words());
    }
  }

  private static void stopAndKill(
      ContainerNode stopped, ContainerNode killed, Fault.StopAndKill fault) {
    stopped.signal("SIGTERM");
    boolean tooSoon = hasEnded(stopped, fault.after());
    killed.kill();
    tooSoon |= hasEnded(stopped, Duration.ZERO);
    requireEnds(List.of(killed), KILL_WAIT, fault);
    requireEnds(List.of(stopped), STOP_WAIT, fault);
    if (tooSoon) {
      throw fault.tooLate(stopped.name(), killed.name());
    }
  }

  /** A node that has ended has the new time when it is started again. */
  private void jump(List<ContainerNode> victims, Duration by) {
    NodeClocks own = clocks.orElseThrow();
    victims.forEach(node -> own.jump(node.name(), by));
    List<ContainerNode> living = victims.stream().filter(ContainerNode::alive).toList();
    InParallel.each(living, ContainerNode::setClock);
    own.await(living, by);
  }

  @Override
  public Effect effect(Fault fault, List<ClusterNode> victims) {
    List<ContainerNode> ours = victims.stream().map(ContainerNode.class::cast).toList();
    if (fault instanceof Fault.ClockJump jump) {
      return clocks.orElseThrow().effect(ours, jump.by());
    }
    try {
      return NetworkFaults.include(fault)
          ? networkFaults.effect(fault, ours)
          : traces.effect(fault, ours);
    } catch (DockerException e) {
      throw new FaultException(
          "cannot see whether " + names(ours) + " is " + fault.words() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void heal(Fault fault, List<ClusterNode> victims) {
    List<ContainerNode> ours = victims.stream().map(ContainerNode.class::cast).toList();
    List<ContainerNode> living = ours.stream().filter(ContainerNode::alive).toList();
    try {
      if (NetworkFaults.include(fault)) {
        networkFaults.heal(fault, ours);
      } else if (fault instanceof Fault.Pause) {
        // One that was started again since was never paused, which the engine would complain of.
        InParallel.each(
            living.stream().filter(node -> node.container().isPaused()).toList(),
            node -> node.container().unpause());
      } else if (fault instanceof Fault.SlowCpu) {
        InParallel.each(living, ResourceFaults::speedUp);
      } else if (fault instanceof Fault.FullDisk) {
        InParallel.each(living, ResourceFaults::freeDisk);
      } else if (fault instanceof Fault.ClockJump jump) {
        jump(ours, jump.by().negated());
      }
    } catch (DockerException e) {
      throw new FaultException(names(ours) + " stays " + fault.words() + ": " + e.getMessage(), e);
    }
  }

  /** A node that has ended has them when it is started again. */
  @Override
  public void bringKeys(ClusterNode node) {
    ContainerNode ours = (ContainerNode) node;
    if (ours.alive()) {
      try {
        ours.bringKeys();
      } catch (DockerException e) {
        throw new FaultException("cannot bring keys to " + node.name() + ": " + e.getMessage(), e);
      }
    }
  }

  @Override
  public void start(ClusterNode node, Consumer<String> progress) {
    ContainerNode ours = (ContainerNode) node;
    ours.start();
    ContainerLauncher.announce(ours, progress);
  }

  private static void requireEnds(List<ContainerNode> nodes, Duration timeout, Fault fault) {
    long deadline = System.nanoTime() + timeout.toNanos();
    for (ContainerNode node : nodes) {
      if (!hasEnded(node, Duration.ofNanos(deadline - System.nanoTime()))) {
        throw new FaultException(
            node.name()
                + " was "
                + fault.words()
                + " and had not ended "
                + timeout.toSeconds()
                + " s later");
      }
    }
  }

  /** Waits for the end of {@code node}; tells whether it came in time. */
  private static boolean hasEnded(ContainerNode node, Duration timeout) {
    try {
      return node.awaitEnd(timeout.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FaultException("interrupted while waiting for the end of " + node.name(), e);
    }
  }

  private static String names(List<ContainerNode> nodes) {
    return nodes.stream().map(ContainerNode::name).collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    removeAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending already; the hook finds nothing left to do.
    }
  }

  /**
   * A second caller waits for the first, so that this process does not end before its containers.
   */
  private synchronized void removeAll() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      InParallel.each(nodes, ContainerNode::remove);
    } finally {
      network.close();
      clocks.ifPresent(NodeClocks::close);
    }
  }
}
