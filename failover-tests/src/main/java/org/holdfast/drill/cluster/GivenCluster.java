// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;

/**
 * Nodes that somebody else has started. What is done to them is done by commands of their owner;
 * they go on when the drill is over. What is not healed by then is healed at the end.
 */
public final class GivenCluster implements Cluster {
  private static final Duration COMMAND = Duration.ofMinutes(2);
  private static final Duration ANSWER = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 50;
  private static final int ANSWER_MILLIS = 1_000;

  private final List<GivenNode> nodes;
  private final OwnerCommands commands;
  private final List<Undo> undone = new ArrayList<>();

  /** Nodes that a step ends, or has ended, and starts again later. */
  private final Set<GivenNode> returning = new LinkedHashSet<>();

  /**
   * Where a node is.
   *
   * @param name its name in the view, which is its sticky route; its address if nobody named it
   * @param named whether it was given a name
   * @param admin where {@code /holdfast/status} is
   */
  public record Place(String name, boolean named, InetSocketAddress http, InetSocketAddress admin) {
    /** Where its status is, for people. */
    public String adminText() {
      return NodeNames.text(admin);
    }

    /** For people. */
    @Override
    public String toString() {
      String address = NodeNames.text(http);
      return "target " + (named ? name + "=" + address : address);
    }
  }

  private record Undo(Fault fault, GivenNode node, Map<String, String> parameters) {}

  /**
   * Asks nodes what they call themselves, and does nothing else to them.
   *
   * @param commands for the shell, by one of {@link OwnerCommands#names}; {@code {node}}, {@code
   *     {host}} and {@code {port}} stand for the node's, {@code {percent}} and the like for what a
   *     scenario says of the fault
   * @param workDir where commands are run; must exist by then
   * @param client asks nodes for their status
   * @throws ClusterStartException if nodes are called otherwise than {@code places} say
   */
  public static GivenCluster join(
      List<Place> places, Map<String, String> commands, Path workDir, StatusClient client) {
    return new GivenCluster(
        NodeNames.settle(places, client::ask), commands, workDir, client, COMMAND);
  }

  /**
   * @param longest how long a command may take
   */
  GivenCluster(
      List<Place> places,
      Map<String, String> commands,
      Path workDir,
      StatusClient client,
      Duration longest) {
    this.nodes = places.stream().map(place -> new GivenNode(place, client)).toList();
    this.commands = new OwnerCommands(commands, workDir, longest);
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    if (!commands.has(fault.key())) {
      return Optional.of("no command for " + fault.key() + " was given");
    }
    // Whether a node that ended is started again is the scenario's to say: see lacksStart.
    String back = OwnerCommands.undo(fault);
    return fault.endsNode() || commands.has(back)
        ? Optional.empty()
        : Optional.of("no command " + back + " was given, which takes " + fault.key() + " back");
  }

  @Override
  public Optional<String> lacksStart() {
    return commands.has(OwnerCommands.START)
        ? Optional.empty()
        : Optional.of("no command start was given, which starts a node again");
  }

  @Override
  public void inflict(Fault fault, List<ClusterNode> victims) {
    List<GivenNode> ours = whereRun(fault, victims);
    // Before: a command that is interrupted may have worked.
    if (fault.endsNode()) {
      ours(victims).forEach(node -> node.harmed = true);
    } else {
      ours.forEach(node -> undone.add(new Undo(fault, node, parameters(fault, victims))));
    }
    commands.run(
        fault.key(),
        parameters(fault, victims),
        ours,
        node -> {
          if (fault.endsNode()) {
            ended(isOfTwo(fault) ? ours(victims) : List.of(node));
          }
        });
  }

  private void ended(List<GivenNode> gone) {
    gone.forEach(node -> node.alive = false);
    // A pause ended with its process; other faults may be faults of the machine, which goes on.
    undone.removeIf(undo -> gone.contains(undo.node) && undo.fault instanceof Fault.Pause);
  }

  private static boolean isOfTwo(Fault fault) {
    return fault instanceof Fault.CutLink || fault instanceof Fault.StopAndKill;
  }

  /**
   * Returns the nodes for which the command of a fault is run. For a fault of two nodes that is the
   * first node; the command's parameters name the second one.
   */
  private List<GivenNode> whereRun(Fault fault, List<ClusterNode> victims) {
    return ours(isOfTwo(fault) ? victims.subList(0, 1) : victims);
  }

  /** Returns what stands for {@code {percent}} and the like in the command of a fault. */
  private static Map<String, String> parameters(Fault fault, List<ClusterNode> victims) {
    if (!isOfTwo(fault)) {
      return fault.parameters();
    }
    Map<String, String> parameters = new HashMap<>(fault.parameters());
    parameters.put("other", victims.get(1).name());
    return parameters;
  }

  @Override
  public void heal(Fault fault, List<ClusterNode> victims) {
    List<GivenNode> lasting =
        whereRun(fault, victims).stream()
            .filter(
                node ->
                    !(fault instanceof Fault.Pause)
                        || undone.contains(new Undo(fault, node, parameters(fault, victims))))
            .toList();
    commands.run(
        OwnerCommands.undo(fault),
        parameters(fault, victims),
        lasting,
        node -> undone.remove(new Undo(fault, node, parameters(fault, victims))));
  }

  @Override
  public Optional<String> lacks(NodeVersion version) {
    String command = Objects.requireNonNull(OwnerCommands.REPLACE.get(version));
    return commands.has(command)
        ? Optional.empty()
        : Optional.of("no command " + command + " was given");
  }

  @Override
  public void replace(ClusterNode node, NodeVersion version) {
    String command = Objects.requireNonNull(OwnerCommands.REPLACE.get(version));
    commands.run(command, Map.of(), List.of(node), replaced -> {});
  }

  @Override
  public void willReturn(List<ClusterNode> victims) {
    returning.addAll(ours(victims));
  }

  @Override
  public void start(ClusterNode node, Consumer<String> progress) {
    GivenNode ours = (GivenNode) node;
    runStart(ours);
    long deadline = System.nanoTime() + ANSWER.toNanos();
    while (!ours.answers()) {
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterStartException(
            "node "
                + node.name()
                + " did not answer within "
                + ANSWER.toSeconds()
                + " s of its start");
      }
      sleep();
    }
    ours.alive = true;
    ours.harmed = false;
    progress.accept(node.name() + " answers again");
  }

  /**
   * Whether something answers a request where {@code node} serves, whatever it says. Waits for two
   * seconds at most.
   */
  public boolean answers(ClusterNode node) {
    return ((GivenNode) node).answers();
  }

  /** The same, but whoever takes a request and is slow to answer it serves, too. */
  public boolean serves(ClusterNode node) {
    return ((GivenNode) node).answers(true);
  }

  /**
   * Takes back what lasts and starts again what was to come back, so that nobody's nodes stay cut
   * off or down because a drill was stopped.
   */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted(); // to be stopped is a reason to take things back
    List<FaultException> failed = new ArrayList<>();
    run(
        undone.stream()
            .distinct()
            .map(undo -> errand(OwnerCommands.undo(undo.fault), undo.parameters, undo.node))
            .toList(),
        failed);
    // Then: of one that was cut off and ended it takes both.
    run(
        returning.stream()
            .filter(node -> commands.has(OwnerCommands.START) && node.isDown())
            .map(node -> errand(OwnerCommands.START, Map.of(), node))
            .toList(),
        failed);
    undone.clear();
    returning.clear();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!failed.isEmpty()) {
      throw OwnerCommands.all(failed);
    }
  }

  /** How long {@link #close} may take: all that lasts is taken back at once, then nodes start. */
  public static Duration longestClose() {
    return COMMAND.multipliedBy(2).plus(ANSWER);
  }

  private void run(List<OwnerCommands.Errand<GivenNode>> errands, List<FaultException> failed) {
    try {
      commands.run(errands, done -> {});
    } catch (FaultException e) {
      failed.add(e);
    }
  }

  private static OwnerCommands.Errand<GivenNode> errand(
      String name, Map<String, String> parameters, GivenNode node) {
    return new OwnerCommands.Errand<>(name, parameters, node);
  }

  private void runStart(GivenNode node) {
    commands.run(OwnerCommands.START, Map.of(), List.of(node), returning::remove);
  }

  private static List<GivenNode> ours(List<ClusterNode> victims) {
    return victims.stream().map(GivenNode.class::cast).toList();
  }

  private static void sleep() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterStartException("interrupted while waiting for a node", e);
    }
  }

  private final class GivenNode implements ClusterNode {
    private final Place place;
    private final StatusClient client;
    private volatile boolean alive = true;

    /** Whether a command was run that ends it, whatever came of it. */
    private boolean harmed;

    GivenNode(Place place, StatusClient client) {
      this.place = place;
      this.client = client;
    }

    @Override
    public String name() {
      return place.name();
    }

    @Override
    public InetSocketAddress http() {
      return place.http();
    }

    @Override
    public void kill() {
      inflict(new Fault.Kill(), List.of(this));
    }

    /** As far as the drill knows: nobody watches the process. */
    @Override
    public boolean alive() {
      return alive;
    }

    @Override
    public Optional<NodeStatus> status() {
      return alive ? client.ask(place.admin()) : Optional.empty();
    }

    /** What a failed command did is known to the node only. */
    private boolean isDown() {
      return !alive || (harmed && !answers());
    }

    private boolean answers() {
      return answers(false);
    }

    /**
     * @param late what to say of who takes a request and has not answered it within a second
     */
    private boolean answers(boolean late) {
      boolean taken = false;
      try (Socket socket = new Socket()) {
        socket.connect(place.http(), ANSWER_MILLIS);
        taken = true;
        socket.setSoTimeout(ANSWER_MILLIS);
        // A proxy before the node accepts connections while nobody serves them.
        socket
            .getOutputStream()
            .write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket.getInputStream().read() >= 0;
      } catch (SocketTimeoutException e) {
        return taken && late;
      } catch (IOException e) {
        return false;
      }
    }
  }
}
