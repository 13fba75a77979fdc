// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.network.NamespaceNetwork;
import org.holdfast.drill.network.NetworkFaults;

/**
 * Nodes as child processes, on 127.0.0.1 or each in a network namespace of its own. Leaves none
 * behind: {@link #close} stops them, so does the end of this process, and each watches for that end
 * itself.
 */
public final class ProcessCluster implements Cluster {
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Longer than a node takes to finish its requests and to hand its sessions over. */
  private static final Duration STOP_WAIT = Duration.ofSeconds(90);

  private static final Duration KILL_WAIT = Duration.ofSeconds(5);

  private final List<ProcessNode> nodes;
  private final Optional<NodeClocks> clocks;
  private final Optional<NamespaceNetwork> network;
  private final Optional<NetworkFaults> networkFaults;
  private final Runnable cleanUp;
  private final Pauses pauses = new Pauses();
  private final Map<List<ClusterNode>, Strangers> strangers = new ConcurrentHashMap<>();
  private final Thread hook = new Thread(this::stopAll, "stop-cluster");

  @GuardedBy("this")
  private boolean closed;

  private ProcessCluster(
      List<ProcessNode> nodes,
      Optional<NodeClocks> clocks,
      Optional<NamespaceNetwork> network,
      Runnable cleanUp) {
    this.nodes = List.copyOf(nodes);
    this.clocks = clocks;
    this.network = network;
    this.networkFaults = network.map(own -> new NetworkFaults(this.nodes, own.nodes()));
    this.cleanUp = cleanUp;
  }

  /**
   * Takes charge of running nodes.
   *
   * @param clocks of the nodes, if they have their own
   * @param network of the nodes, if they have their own
   * @param cleanUp runs once, after the last of them ended
   */
  static ProcessCluster of(
      List<ProcessNode> nodes,
      Optional<NodeClocks> clocks,
      Optional<NamespaceNetwork> network,
      Runnable cleanUp) {
    ProcessCluster cluster = new ProcessCluster(nodes, clocks, network, cleanUp);
    Runtime.getRuntime().addShutdownHook(cluster.hook);
    return cluster;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Ids of the node processes, in the order of {@link #nodes}. */
  List<Long> pids() {
    return nodes.stream().flatMapToLong(node -> node.pid().stream()).boxed().toList();
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    if (fault instanceof Fault.ClockJump) {
      return clocks.isPresent()
          ? Optional.empty()
          : NodeClocks.lacks()
              .or(() -> Optional.of("the nodes were started on the machine's clock"));
    }
    return network.isPresent()
        ? cannotBeHadInNamespaces(fault).or(() -> network.get().lacks(fault))
        : cannotBeHad(fault);
  }

  /**
   * Why no machine's processes can have a fault on loopback; empty if they can, where this machine
   * has what it takes.
   */
  public static Optional<String> cannotBeHad(Fault fault) {
    if (isOfProcesses(fault) || fault instanceof Fault.Strangers) {
      return Optional.empty();
    }
    return Optional.of(
        NetworkFaults.include(fault)
            ? "processes on loopback share one network: a node can be "
                + fault.words()
                + " with --engine namespace or container only"
            : needsContainer(fault));
  }

  /**
   * Why no machine's processes can have a fault in namespaces; empty if they can, where this
   * machine has what it takes.
   */
  public static Optional<String> cannotBeHadInNamespaces(Fault fault) {
    if (isOfProcesses(fault) || NetworkFaults.include(fault)) {
      return Optional.empty();
    }
    return Optional.of(
        fault instanceof Fault.Strangers
            ? "strangers do not reach the network of the nodes: a node can be "
                + fault.words()
                + " with --engine process only"
            : needsContainer(fault));
  }

  private static boolean isOfProcesses(Fault fault) {
    return fault instanceof Fault.Kill
        || fault instanceof Fault.Stop
        || fault instanceof Fault.StopAndKill
        || fault instanceof Fault.Pause
        || fault instanceof Fault.ClockJump;
  }

  private static String needsContainer(Fault fault) {
    return "processes of one machine share its processors, memory and disk: a node can be "
        + fault.words()
        + " with --engine container only";
  }

  @Override
  public void inflict(Fault fault, List<ClusterNode> victims) {
    List<ProcessNode> ours = victims.stream().map(ProcessNode.class::cast).toList();
    lacks(fault)
        .ifPresent(
            reason -> {
              throw new FaultException(reason);
            });
    if (NetworkFaults.include(fault)) {
      networkFaults.orElseThrow().inflict(fault, ours.stream().filter(ProcessNode::alive).toList());
    } else if (fault instanceof Fault.Kill) {
      ours.forEach(ProcessNode::kill);
      requireEnds(ours, KILL_WAIT, "be killed");
      forgetClocks(ours);
    } else if (fault instanceof Fault.Stop) {
      ours.forEach(ProcessNode::requestStop);
      requireEnds(ours, STOP_WAIT, "stop");
    } else if (fault instanceof Fault.StopAndKill both) {
      stopAndKill(ours.get(0), ours.get(1), both);
    } else if (fault instanceof Fault.ClockJump jump) {
      jump(ours, jump.by());
    } else if (fault instanceof Fault.Strangers calls) {
      List<InetSocketAddress> ports =
          calls.port() == Fault.StrangersPort.CLOSED
              ? closedPorts(ours.size())
              : ours.stream().map(ProcessNode::membership).toList();
      strangers.put(victims, Strangers.start(ports, calls.perSecond()));
    } else {
      pauses.pause(pids(ours));
    }
  }

  private static List<InetSocketAddress> closedPorts(int count) {
    InetAddress here = InetAddress.getLoopbackAddress();
    return FreePorts.find(count).stream().map(port -> new InetSocketAddress(here, port)).toList();
  }

  private void stopAndKill(ProcessNode stopped, ProcessNode killed, Fault.StopAndKill fault) {
    stopped.requestStop();
    boolean tooSoon = haveEnded(List.of(stopped), fault.after());
    killed.kill();
    tooSoon |= haveEnded(List.of(stopped), Duration.ZERO);
    requireEnds(List.of(killed), KILL_WAIT, "be killed");
    forgetClocks(List.of(killed));
    requireEnds(List.of(stopped), STOP_WAIT, "stop");
    if (tooSoon) {
      throw fault.tooLate(stopped.name(), killed.name());
    }
  }

  private void jump(List<ProcessNode> victims, Duration by) {
    NodeClocks own = clocks.orElseThrow();
    victims.forEach(node -> own.jump(node.name(), by));
    own.await(victims, by);
  }

  private void forgetClocks(List<ProcessNode> ended) {
    if (clocks.isPresent()) {
      ended.stream().flatMapToLong(node -> node.pid().stream()).forEach(NodeClocks::forget);
    }
  }

  /** Of a pause there is nothing to see: the node stands still when {@link #inflict} returns. */
  @Override
  public Effect effect(Fault fault, List<ClusterNode> victims) {
    if (NetworkFaults.include(fault)) {
      return networkFaults
          .orElseThrow()
          .effect(fault, victims.stream().map(ProcessNode.class::cast).toList());
    }
    if (fault instanceof Fault.Strangers calls) {
      Strangers calling = strangers.get(victims);
      boolean refused = calls.port() == Fault.StrangersPort.CLOSED;
      boolean encrypted =
          !refused && victims.stream().map(ProcessNode.class::cast).anyMatch(ProcessNode::hasKey);
      boolean isSeen =
          calling != null && calling.enough(refused) && (!encrypted || calling.shookHands());
      return isSeen ? Effect.SEEN : Effect.NONE;
    }
    return fault instanceof Fault.ClockJump jump
        ? clocks.orElseThrow().effect(victims, jump.by())
        : Effect.SEEN;
  }

  @Override
  public Optional<String> trace(Fault fault, List<ClusterNode> victims) {
    return fault instanceof Fault.Strangers
        ? Optional.ofNullable(strangers.get(victims)).map(Strangers::words)
        : Optional.empty();
  }

  @Override
  public void heal(Fault fault, List<ClusterNode> victims) {
    List<ProcessNode> ours = victims.stream().map(ProcessNode.class::cast).toList();
    if (NetworkFaults.include(fault)) {
      networkFaults.orElseThrow().heal(fault, ours);
    } else if (fault instanceof Fault.Pause) {
      pauses.resume(pids(ours));
    } else if (fault instanceof Fault.ClockJump jump) {
      jump(ours, jump.by().negated());
    } else if (fault instanceof Fault.Strangers) {
      Strangers ended = strangers.remove(victims);
      if (ended != null) {
        ended.close();
      }
    }
  }

  @Override
  public void start(ClusterNode node, Consumer<String> progress) {
    ProcessNode ours = (ProcessNode) node;
    ours.start();
    ProcessLauncher.announce(ours, progress);
  }

  private static void requireEnds(List<ProcessNode> nodes, Duration timeout, String what) {
    if (!haveEnded(nodes, timeout)) {
      throw new FaultException(
          "of " + names(nodes) + " not all did " + what + " within " + timeout.toSeconds() + " s");
    }
  }

  /** Waits for the end of all of {@code nodes}; tells whether it came in time. */
  private static boolean haveEnded(List<ProcessNode> nodes, Duration timeout) {
    try {
      return awaitEnds(nodes, timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FaultException("interrupted while waiting for the end of " + names(nodes), e);
    }
  }

  private static List<Long> pids(List<ProcessNode> nodes) {
    return nodes.stream()
        .filter(ProcessNode::alive)
        .flatMapToLong(node -> node.pid().stream())
        .boxed()
        .toList();
  }

  private static String names(List<ProcessNode> nodes) {
    return nodes.stream().map(ProcessNode::name).collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    stopAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending already; the hook finds nothing left to do.
    }
  }

  /** A second caller waits for the first, so that this process does not end before its nodes. */
  private synchronized void stopAll() {
    if (closed) {
      return;
    }
    closed = true;
    strangers.values().forEach(Strangers::stop);
    pauses.resumeAll(); // one that is paused would not hear that it shall stop
    stop(nodes);
    forgetClocks(nodes);
    clocks.ifPresent(NodeClocks::close);
    network.ifPresent(NamespaceNetwork::close);
    cleanUp.run();
  }

  /** Stops nodes: all at once with SIGTERM, after the time of grace with SIGKILL. */
  static void stop(List<ProcessNode> nodes) {
    try {
      nodes.forEach(ProcessNode::requestStop);
      if (!awaitEnds(nodes, GRACE)) {
        nodes.forEach(ProcessNode::kill);
        awaitEnds(nodes, KILL_WAIT);
      }
    } catch (InterruptedException e) {
      nodes.forEach(ProcessNode::kill);
      Thread.currentThread().interrupt();
    }
  }

  private static boolean awaitEnds(List<ProcessNode> nodes, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    boolean all = true;
    for (ProcessNode node : nodes) {
      all &= node.awaitEnd(deadline - System.nanoTime());
    }
    return all;
  }
}
