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

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;

/**
 * Nodes that somebody else has started. What is done to them is done by commands of their owner;
 * they go on when the drill is over. What is not healed by then is healed at the end.
 */
public final class GivenCluster implements Cluster {
  /** Prefix of a command that takes a lasting fault back. */
  public static final String UNDO = "un-";

  /** The command that starts a node again. */
  public static final String START = "start";

  /** The commands that replace a stopped node by another version. */
  private static final Map<NodeVersion, String> REPLACE =
      Map.of(NodeVersion.NEXT, "upgrade", NodeVersion.FIRST, "downgrade");

  private static final Duration COMMAND = Duration.ofMinutes(2);
  private static final Duration ANSWER = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 50;
  private static final int ANSWER_MILLIS = 1_000;

  private final List<GivenNode> nodes;
  private final Map<String, String> commands;
  private final Path workDir;
  private final List<Undo> undone = new ArrayList<>();

  /**
   * Where a node is.
   *
   * @param name its name in the view, which is its sticky route
   * @param admin where {@code /holdfast/status} is
   */
  public record Place(String name, InetSocketAddress http, InetSocketAddress admin) {}

  private record Undo(Fault fault, GivenNode node) {}

  /**
   * @param commands for the shell, by name of a fault, that with {@link #UNDO} before it, {@link
   *     #START}, {@code upgrade} or {@code downgrade}; {@code {node}}, {@code {host}} and {@code
   *     {port}} stand for the node's, {@code {percent}} and the like for what a scenario says of
   *     the fault
   * @param workDir where commands are run; must exist
   */
  public GivenCluster(List<Place> places, Map<String, String> commands, Path workDir) {
    StatusClient client = new StatusClient();
    this.nodes = places.stream().map(place -> new GivenNode(place, client)).toList();
    this.commands = Map.copyOf(commands);
    this.workDir = workDir;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    if (!commands.containsKey(fault.key())) {
      return Optional.of("no command for " + fault.key() + " was given");
    }
    String back = fault.endsNode() ? START : UNDO + fault.key();
    // A fault for good needs no way back: heal() says so if one is wanted.
    return fault.endsNode() || commands.containsKey(back)
        ? Optional.empty()
        : Optional.of("no command " + back + " was given, which takes " + fault.key() + " back");
  }

  @Override
  public void inflict(Fault fault, List<ClusterNode> victims) {
    for (ClusterNode victim : victims) {
      GivenNode node = (GivenNode) victim;
      if (!fault.endsNode()) {
        undone.add(new Undo(fault, node)); // before: a command that is interrupted may have worked
      }
      run(fault.key(), fault.parameters(), node);
      if (fault.endsNode()) {
        node.alive = false;
      }
    }
  }

  @Override
  public void heal(Fault fault, List<ClusterNode> victims) {
    for (ClusterNode victim : victims) {
      run(UNDO + fault.key(), fault.parameters(), (GivenNode) victim);
      undone.remove(new Undo(fault, (GivenNode) victim));
    }
  }

  @Override
  public Optional<String> lacks(NodeVersion version) {
    String command = Objects.requireNonNull(REPLACE.get(version));
    return commands.containsKey(command)
        ? Optional.empty()
        : Optional.of("no command " + command + " was given");
  }

  @Override
  public void replace(ClusterNode node, NodeVersion version) {
    run(Objects.requireNonNull(REPLACE.get(version)), Map.of(), (GivenNode) node);
  }

  @Override
  public void start(ClusterNode node, Consumer<String> progress) {
    GivenNode ours = (GivenNode) node;
    run(START, Map.of(), ours);
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
    progress.accept(node.name() + " answers again");
  }

  /** Takes back what lasts, so that nobody's nodes stay cut off because a drill was stopped. */
  @Override
  public void close() {
    RuntimeException failed = null;
    boolean interrupted = Thread.interrupted(); // to be stopped is a reason to take things back
    for (Undo undo : List.copyOf(undone)) {
      try {
        heal(undo.fault, List.of(undo.node));
      } catch (RuntimeException e) {
        failed = e;
      }
    }
    undone.clear();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failed != null) {
      throw failed;
    }
  }

  private void run(String name, Map<String, String> parameters, GivenNode node) {
    String command = commands.get(name);
    if (command == null) {
      throw new FaultException("no command " + name + " was given, but it is needed now");
    }
    String filled =
        command
            .replace("{node}", node.name())
            .replace("{host}", node.http().getHostString())
            .replace("{port}", Integer.toString(node.http().getPort()));
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      filled = filled.replace("{" + parameter.getKey() + "}", parameter.getValue());
    }
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", filled)
              .directory(workDir.toFile())
              .redirectErrorStream(true)
              .redirectOutput(workDir.resolve("commands.log").toFile())
              .start();
      shell.getOutputStream().close();
      if (!shell.waitFor(COMMAND.toSeconds(), TimeUnit.SECONDS)) {
        shell.destroyForcibly();
        throw new FaultException(
            "command " + name + " took more than " + COMMAND.toSeconds() + " s: " + filled);
      }
      if (shell.exitValue() != 0) {
        throw new FaultException(
            "command "
                + name
                + " ended with "
                + shell.exitValue()
                + ": "
                + filled
                + "; it said: "
                + Files.readString(workDir.resolve("commands.log"), StandardCharsets.UTF_8)
                    .strip());
      }
    } catch (IOException e) {
      throw new FaultException("cannot run command " + name + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FaultException("interrupted while command " + name + " was running", e);
    }
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

    @Override
    public Optional<NodeStatus> statusAfterCollection() {
      return alive ? client.askCollected(place.admin()) : Optional.empty();
    }

    private boolean answers() {
      try (Socket socket = new Socket()) {
        socket.connect(place.http(), ANSWER_MILLIS);
        socket.setSoTimeout(ANSWER_MILLIS);
        // A proxy before the node accepts connections while nobody serves them.
        socket
            .getOutputStream()
            .write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket.getInputStream().read() >= 0;
      } catch (IOException e) {
        return false;
      }
    }
  }
}
