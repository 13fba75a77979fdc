// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.holdfast.drill.cli.Lines;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.GivenCluster;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.StatusClient;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.usage.CgroupCpu;
import org.holdfast.drill.usage.CpuAllowance;
import org.holdfast.drill.usage.NodeMeter;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that run already, and go on. They can be measured and looked at; they are killed, and
 * started again, by commands of their owner alone. Their sessions end when they time out.
 */
final class GivenServers implements Servers {
  private static final int CONNECT_MILLIS = 2_000;
  private static final String STAYS_DOWN = " stays down, as no --command start=... was given";

  private final List<Server> nodes;
  private final List<URI> countUrls;
  private final String cpuWords;
  private final @Nullable GivenCluster owned;
  private final Consumer<String> said;

  /** Whether nothing is left to start again. */
  private boolean isBack;

  private GivenServers(
      List<Server> nodes,
      List<URI> countUrls,
      List<String> inGroups,
      @Nullable GivenCluster owned,
      Consumer<String> said) {
    this.nodes = List.copyOf(nodes);
    this.owned = owned;
    this.said = said;
    this.countUrls = List.copyOf(countUrls);
    this.cpuWords =
        "the CPUs that a node may use are those that its process or its status tells; processes"
            + " that may use the same ones, or have one quota, are counted with equal parts of them"
            + (inGroups.isEmpty()
                ? ""
                : "; CPU time of " + String.join(", ", inGroups) + " is that of its whole cgroup");
  }

  /**
   * Takes running nodes.
   *
   * @param admins where {@code /holdfast/status} is, in the order of the nodes; empty for where
   *     they serve
   * @param pids of their processes, in their order; empty if they run elsewhere
   * @param countUrls where they tell how many requests they served; empty if others ask them, too
   * @param owned the same nodes with the commands of their owner, called as they call themselves;
   *     null if there are none, so that they cannot be killed
   * @param client asks nodes for their status
   * @param said is told what was not left as it was found
   * @throws IllegalArgumentException if nothing tells of a node's CPU
   */
  static GivenServers of(
      List<Target> targets,
      List<Target> admins,
      List<Long> pids,
      List<URI> countUrls,
      @Nullable GivenCluster owned,
      StatusClient client,
      Consumer<String> said) {
    List<Optional<Double>> parts = parts(pids);
    List<Optional<CgroupCpu.Group>> groups = CgroupCpu.here().of(pids);
    List<String> inGroups = new ArrayList<>();
    List<Server> nodes = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      ClusterNode node = owned == null ? null : owned.nodes().get(i);
      Target given = targets.get(i);
      Target target = node == null ? given : new Target(node.name(), given.address());
      Target admin = admins.isEmpty() ? given : admins.get(i);
      Supplier<Optional<NodeStatus>> status = () -> client.ask(admin.address());
      OptionalLong pid = pids.isEmpty() ? OptionalLong.empty() : OptionalLong.of(pids.get(i));
      NodeMeter meter = NodeMeter.of(target.name(), pid, status);
      if (!pids.isEmpty()) {
        meter = parts.get(i).map(meter::withCores).orElse(meter);
        if (groups.get(i).isPresent()) {
          meter = meter.withGroup(groups.get(i).get());
          inGroups.add(target.name());
        }
      }
      // A server in another language has CPU that can be measured, too, but no thread dump.
      boolean isJvm = pid.isPresent() && RunningJvm.isProcess(pid.getAsLong());
      nodes.add(
          new Server(
              target,
              meter,
              isJvm ? RunningJvm.process(pid.getAsLong()) : null,
              owned == null || node == null ? null : control(owned, node)));
    }
    return new GivenServers(nodes, countUrls, inGroups, owned, said);
  }

  private static Control control(GivenCluster owned, ClusterNode node) {
    return new Control() {
      @Override
      public boolean alive() {
        return node.alive();
      }

      @Override
      public boolean serves() {
        return owned.serves(node);
      }

      @Override
      public Optional<NodeStatus> status() {
        return node.status();
      }
    };
  }

  /** CPUs of each process; empty for one that is not there. */
  private static List<Optional<Double>> parts(List<Long> pids) {
    CpuAllowance allowance = CpuAllowance.here();
    List<Optional<CpuAllowance.Cpus>> found = pids.stream().map(allowance::of).toList();
    Iterator<Double> parts =
        CpuAllowance.parts(found.stream().flatMap(Optional::stream).toList()).iterator();
    return found.stream().map(cpus -> cpus.map(any -> parts.next())).toList();
  }

  @Override
  public List<Server> nodes() {
    return nodes;
  }

  @Override
  public void kill(List<Server> victims) {
    if (owned == null) {
      throw new FaultException("no command kill was given");
    }
    List<ClusterNode> ours = ours(owned, victims);
    owned.willReturn(ours);
    owned.inflict(new Fault.Kill(), ours);
  }

  @Override
  public String startAgain(List<Server> victims, Consumer<String> progress) {
    if (owned == null) {
      return "";
    }
    List<String> words = new ArrayList<>();
    for (ClusterNode node : ours(owned, victims)) {
      words.add(startAgain(owned, node, progress));
    }
    // What was interrupted is left to close().
    isBack = !Thread.currentThread().isInterrupted();
    return String.join("; ", words);
  }

  /** A command to kill may have failed, and done nothing. */
  private static String startAgain(
      GivenCluster owned, ClusterNode node, Consumer<String> progress) {
    // Of one that was killed what answers may be a proxy before it.
    if (node.alive() && owned.answers(node)) {
      return node.name() + " answers, and was not started again";
    }
    if (owned.lacksStart().isPresent()) {
      return node.name() + STAYS_DOWN;
    }
    progress.accept("starting " + node.name() + " again");
    try {
      owned.start(node, line -> {});
      return node.name() + " was started again, and answers";
    } catch (FaultException | ClusterStartException e) {
      return node.name() + " is not back: " + Lines.reasonInALine(e);
    }
  }

  private static List<ClusterNode> ours(GivenCluster owned, List<Server> servers) {
    return owned.nodes().stream()
        .filter(node -> servers.stream().anyMatch(each -> each.target().name().equals(node.name())))
        .toList();
  }

  @Override
  public List<String> refusing() {
    return refusing(nodes.stream().map(Server::target).toList());
  }

  /** Names of those that refuse connections now; a connection to each takes two seconds at most. */
  static List<String> refusing(List<Target> targets) {
    return targets.stream().filter(target -> refuses(target.address())).map(Target::name).toList();
  }

  private static boolean refuses(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false; // perhaps it hangs: what users had of it is judged
    }
  }

  @Override
  public List<URI> countUrls() {
    return countUrls;
  }

  @Override
  public String cpuWords() {
    return cpuWords;
  }

  @Override
  public void endSessions() {
    // They are not ours to end.
  }

  @Override
  public void close() {
    // They are not ours to stop, but one that was killed may have to be started again.
    if (owned == null || isBack) {
      return;
    }
    if (owned.lacksStart().isPresent()) {
      owned.nodes().stream()
          .filter(node -> !node.alive())
          .forEach(node -> said.accept(node.name() + STAYS_DOWN));
    }
    try {
      owned.close();
    } catch (FaultException e) {
      said.accept("not left as it was found: " + Lines.reasonInALine(e));
    }
  }
}
