// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.drill.cli.CommandOption;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.StatusTokenOption;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.GivenCluster;
import org.holdfast.drill.cluster.OwnerCommands;
import org.holdfast.drill.cluster.StatusClient;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.loadrun.CountOptions;
import org.holdfast.drill.loadrun.Ranges;
import org.holdfast.drill.loadrun.UrlMix;
import org.holdfast.drill.run.AckMode;
import org.holdfast.drill.run.GivenPlaces;
import org.holdfast.drill.run.Scope;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what is measured: servers that run, or clusters to start. */
final class Subjects {
  private static final int MOST_NODES = 16;
  private static final String KILL = new Fault.Kill().key();

  @Option(
      names = "--targets",
      paramLabel = "[ROUTE=]HOST:PORT",
      split = ",",
      description =
          "Servers that run already, instead of starting some; a user stays where the suffix of its"
              + " session cookie says (default: start some).")
  private List<String> targets = List.of();

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      split = ",",
      description =
          "With --targets: where each has its /holdfast/status, in the same order (default: the"
              + " targets).")
  private List<String> admins = List.of();

  @Option(
      names = "--pids",
      paramLabel = "PID",
      split = ",",
      description =
          "With --targets on this machine: their process ids, in the same order; needed where they"
              + " have no status (default: none).")
  private List<Long> pids = List.of();

  @Mixin private StatusTokenOption token = new StatusTokenOption();

  @Mixin private CommandOption commands = new CommandOption();

  @Mixin private CountOptions counts = new CountOptions();

  @Option(
      names = "--allow-remote",
      description = "Let targets be other machines; they must be yours (default: loopback only).")
  private boolean allowRemote;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "2",
      description = "Servers to start, 1 to 16 (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--node-counts",
      paramLabel = "N",
      split = ",",
      description =
          "Search clusters of several sizes in turn, such as 2,3,4,5, and fit the scalability law"
              + " (default: one, of --nodes).")
  private List<Integer> nodeCounts = List.of();

  @Option(
      names = "--manager",
      paramLabel = "WHO",
      defaultValue = "holdfast",
      description =
          "Who keeps the sessions: holdfast, none (Tomcat's own manager in each node), tomcat-backup"
              + " or tomcat-delta (its cluster managers) (default: ${DEFAULT-VALUE}).")
  private String manager = "";

  @Option(
      names = "--compare",
      paramLabel = "A,B",
      split = ",",
      description =
          "Search several capacities in turn, stage by stage, and compare them: managers, scopes,"
              + " sync or async, such as holdfast,none or session,modified-attribute (default: one,"
              + " of --manager).")
  private List<String> compared = List.of();

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      defaultValue = "modified-attribute",
      description =
          "What travels with an update of Holdfast: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private Scope scope = Scope.MODIFIED_ATTRIBUTE;

  @Option(
      names = "--ack",
      paramLabel = "MODE",
      defaultValue = "sync",
      description =
          "Whether a response waits for its copy: sync or async (default: ${DEFAULT-VALUE}).")
  private AckMode ack = AckMode.SYNC;

  private List<Target> servers = List.of();
  private List<Target> statuses = List.of();
  private List<URI> countUrls = List.of();
  private StatusClient client = new StatusClient();

  /** Whether servers that run are measured. */
  boolean areGiven() {
    return !targets.isEmpty();
  }

  /** Whether servers that run are killed, by commands of their owner. */
  boolean areKilledByCommand() {
    return areGiven() && commands.has(KILL);
  }

  /**
   * What to measure, in the order of reports.
   *
   * @throws IllegalArgumentException if the options are impossible or contradict each other
   */
  List<Contender> contenders() {
    if (areGiven()) {
      requireSame("--admin", admins.size());
      requireSame("--pids", pids.size());
      if (!compared.isEmpty() || !nodeCounts.isEmpty()) {
        throw new IllegalArgumentException(
            "--compare and --node-counts start clusters: they do not go with --targets");
      }
      commands.refuseOthers(List.of(KILL, OwnerCommands.START));
      if (commands.isGiven() && !commands.has(KILL)) {
        throw new IllegalArgumentException(
            "--command start=... means nothing without --command kill='...', as nobody else is to"
                + " be started again");
      }
      servers = targets(targets);
      statuses = targets(admins);
      client = token.client();
      countUrls = counts.read(allowRemote);
      return List.of(new Contender("targets", targets.size(), Manager.GIVEN, scope, ack));
    }
    if (!admins.isEmpty() || !pids.isEmpty() || counts.areGiven()) {
      throw new IllegalArgumentException("--admin, --pids and --count-url go with --targets only");
    }
    Ranges.require("--nodes", nodes, 1, MOST_NODES);
    return nodeCounts.isEmpty() ? compared() : sizes();
  }

  private List<Contender> compared() {
    String option = compared.isEmpty() ? "--manager" : "--compare";
    List<Contender> contenders = new ArrayList<>();
    for (String name : compared.isEmpty() ? List.of(manager) : compared) {
      Contender contender = Contender.parse(option, name, "--nodes", nodes, scope, ack);
      if (contenders.stream().anyMatch(other -> other.name().equals(contender.name()))) {
        throw new IllegalArgumentException(
            "--compare must name each once, was " + String.join(",", compared));
      }
      contenders.add(contender);
    }
    return contenders;
  }

  private List<Contender> sizes() {
    if (!compared.isEmpty()) {
      throw new IllegalArgumentException("--node-counts does not go with --compare");
    }
    List<Contender> contenders = new ArrayList<>();
    for (int count : nodeCounts) {
      Ranges.require("--node-counts", count, 1, MOST_NODES);
      Contender one = Contender.parse("--manager", manager, "--node-counts", count, scope, ack);
      Contender named = new Contender(one.name() + "-" + count, count, one.manager(), scope, ack);
      if (contenders.contains(named)) {
        throw new IllegalArgumentException("--node-counts must name each once, was " + nodeCounts);
      }
      contenders.add(named);
    }
    return contenders;
  }

  /**
   * Refuses what changes nothing of {@code contenders}.
   *
   * @throws IllegalArgumentException if such an option is given
   */
  void refuseIdle(IdleOptions line, List<Contender> contenders) {
    line.refuse(
        areGiven(),
        "with --targets, whose servers run already",
        "--nodes",
        "--manager",
        "--scope",
        "--ack",
        "--pin",
        "--heap-mb");
    line.refuse(
        areGiven() && !commands.isGiven(),
        "with --targets, whose servers run already, and without --command",
        "--work-dir");
    line.refuse(
        !areGiven(), "without --targets", "--allow-remote", "--command", "--status-token-file");
    line.refuse(!nodeCounts.isEmpty(), "with --node-counts", "--nodes");
    line.refuse(!compared.isEmpty(), "with --compare", "--manager");
    String whom =
        compared.isEmpty()
            ? "with --manager " + manager
            : "with --compare " + String.join(",", compared);
    line.refuse(
        contenders.stream()
            .noneMatch(
                each -> each.manager() == Manager.HOLDFAST && !isNamed(each, Scope.values())),
        whom,
        "--scope");
    line.refuse(
        contenders.stream()
            .noneMatch(each -> each.manager().replicates() && !isNamed(each, AckMode.values())),
        whom,
        "--ack");
  }

  /** Whether its name is one of these, so that no option says it. */
  private static boolean isNamed(Contender contender, Object[] names) {
    return Arrays.stream(names).anyMatch(name -> name.toString().equals(contender.name()));
  }

  private void requireSame(String option, int size) {
    if (size > 0 && size != targets.size()) {
      throw new IllegalArgumentException(
          option + " must name one for each of the " + targets.size() + " targets, was " + size);
    }
  }

  /** Whether servers are on other machines than this one. */
  boolean areRemote() {
    return servers.stream().anyMatch(each -> !each.address().getAddress().isLoopbackAddress());
  }

  /** Nodes of the largest cluster where sizes are compared, else of each. */
  int mostNodes() {
    return nodeCounts.stream().mapToInt(Integer::intValue).max().orElse(nodes);
  }

  /**
   * The servers that run, of which {@link #contenders} has read where they are.
   *
   * @param directory where commands of their owner are run
   * @param said is told what was not left as it was found
   * @throws IllegalArgumentException if nothing tells of a node's CPU
   * @throws ClusterStartException if one refuses connections; or if they are to be killed, and call
   *     themselves otherwise than their targets say
   */
  Servers given(Path directory, Consumer<String> said) {
    // One that was mistyped would else be driven against for a stage, and told as failed.
    List<String> refusing = GivenServers.refusing(servers);
    if (!refusing.isEmpty()) {
      throw new ClusterStartException(
          NodeEndedException.refusing(refusing).words()
              + ", so that nothing can be measured: is --targets as it was meant?");
    }
    GivenCluster owned =
        commands.isGiven()
            ? GivenCluster.join(
                GivenPlaces.of(targets, admins, allowRemote), commands.all(), directory, client)
            : null;
    return GivenServers.of(servers, statuses, pids, countUrls, owned, client, said);
  }

  private List<Target> targets(List<String> texts) {
    return texts.isEmpty()
        ? List.of()
        : UrlMix.parse(List.of("/"), texts, RequestBody.NONE, allowRemote).targets();
  }
}
