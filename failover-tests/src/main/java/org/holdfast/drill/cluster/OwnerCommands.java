// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;

/**
 * What an owner does to the nodes of a {@link GivenCluster}: commands of the shell by name. What
 * they say is kept in {@code commands.log}, one after the other.
 */
public final class OwnerCommands {
  /** The command that starts a node again. */
  public static final String START = "start";

  /** The commands that replace a stopped node by another version. */
  static final Map<NodeVersion, String> REPLACE =
      Map.of(NodeVersion.NEXT, "upgrade", NodeVersion.FIRST, "downgrade");

  /** Prefix of a command that takes a lasting fault back. */
  private static final String UNDO = "un-";

  /** One of each kind: names and what ends a node are told by instances. */
  private static final List<Fault> EACH_FAULT =
      List.of(
          new Fault.Kill(),
          new Fault.Stop(),
          new Fault.StopAndKill(Duration.ofMillis(1)),
          new Fault.Pause(),
          new Fault.Cut(Fault.Direction.BOTH),
          new Fault.CutLink(Fault.Direction.BOTH),
          new Fault.Loss(1),
          new Fault.Bandwidth(8),
          new Fault.Delay(Duration.ofMillis(1)),
          new Fault.SlowCpu(1),
          new Fault.OutOfMemory(),
          new Fault.ClockJump(Duration.ofSeconds(1)),
          new Fault.Strangers(1, Fault.StrangersPort.MEMBERSHIP),
          new Fault.FullDisk());

  private final Map<String, String> commands;
  private final Path workDir;
  private final Path log;
  private final Duration longest;

  /**
   * @param commands for the shell, by one of {@link #names}; {@code {node}}, {@code {host}} and
   *     {@code {port}} stand for the node's, {@code {percent}} and the like for what a scenario
   *     says of the fault
   * @param workDir where commands are run; must exist
   * @param longest how long one may take
   */
  OwnerCommands(Map<String, String> commands, Path workDir, Duration longest) {
    this.commands = Map.copyOf(commands);
    this.workDir = workDir;
    this.log = workDir.resolve("commands.log");
    this.longest = longest;
  }

  /** Every name that a command may have, in the order of the alphabet. */
  public static List<String> names() {
    TreeSet<String> names = new TreeSet<>(REPLACE.values());
    names.add(START);
    for (Fault fault : EACH_FAULT) {
      names.add(fault.key());
      if (!fault.endsNode()) {
        names.add(undo(fault));
      }
    }
    return List.copyOf(names);
  }

  /** Name of the command that takes {@code fault} back. */
  static String undo(Fault fault) {
    return UNDO + fault.key();
  }

  boolean has(String name) {
    return commands.containsKey(name);
  }

  /**
   * One command for one node.
   *
   * @param parameters what stands for {@code {percent}} and the like
   */
  record Errand<N extends ClusterNode>(String name, Map<String, String> parameters, N node) {}

  /**
   * Runs one command for each node, all at the same time, and returns when the last has ended.
   *
   * @param worked is told of each node whose command did not fail
   * @throws FaultException if any failed, naming each that did
   */
  <N extends ClusterNode> void run(
      String name, Map<String, String> parameters, List<N> nodes, Consumer<N> worked) {
    run(
        nodes.stream().map(node -> new Errand<>(name, parameters, node)).toList(),
        errand -> worked.accept(errand.node()));
  }

  /**
   * Runs all of {@code errands} at the same time, and returns when the last has ended.
   *
   * @param worked is told of each whose command did not fail
   * @throws FaultException if any failed, naming each that did
   */
  <N extends ClusterNode> void run(List<Errand<N>> errands, Consumer<Errand<N>> worked) {
    Map<Errand<N>, Running> running = new LinkedHashMap<>();
    List<FaultException> failed = new ArrayList<>();
    try {
      for (Errand<N> errand : errands) {
        try {
          running.put(errand, start(errand, errands.size() == 1));
        } catch (IOException e) {
          failed.add(
              new FaultException(
                  "cannot run command " + errand.name() + " of " + errand.node().name() + ": " + e,
                  e));
        } catch (FaultException e) {
          failed.add(e);
        }
      }
      long deadline = System.nanoTime() + longest.toNanos();
      for (Map.Entry<Errand<N>, Running> one : running.entrySet()) {
        try {
          await(one.getValue(), deadline);
          worked.accept(one.getKey());
        } catch (FaultException e) {
          failed.add(e);
        }
      }
    } catch (InterruptedException e) {
      // First, as a thread that is interrupted cannot write files.
      running.values().forEach(this::giveUp);
      Thread.currentThread().interrupt();
      throw new FaultException(
          "interrupted while command " + errands.get(0).name() + " was running", e);
    } finally {
      running.values().forEach(Running::destroy);
    }
    if (!failed.isEmpty()) {
      throw all(failed);
    }
  }

  /** All of {@code failed}, at least one, in one. */
  static FaultException all(List<FaultException> failed) {
    if (failed.size() == 1) {
      return failed.get(0);
    }
    // A report keeps the first line only, so what each said must be on it.
    FaultException all =
        new FaultException(
            failed.stream()
                .map(one -> String.valueOf(one.getMessage()).replaceAll("\\s*\\R\\s*", " "))
                .collect(Collectors.joining("; and ")));
    failed.forEach(all::addSuppressed);
    return all;
  }

  private static String filled(String command, Map<String, String> parameters, ClusterNode node) {
    String filled =
        command
            .replace("{node}", node.name())
            .replace("{host}", node.http().getHostString())
            .replace("{port}", Integer.toString(node.http().getPort()));
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      filled = filled.replace("{" + parameter.getKey() + "}", parameter.getValue());
    }
    return filled;
  }

  /**
   * @param alone whether no other command runs meanwhile: then it writes to the log itself, and so
   *     does what it leaves running
   */
  private Running start(Errand<?> errand, boolean alone) throws IOException {
    String name = errand.name();
    String given = commands.get(name);
    if (given == null) {
      throw new FaultException("no command " + name + " was given, but it is needed now");
    }
    String command = filled(given, errand.parameters(), errand.node());
    String heading = "== " + name + " of " + errand.node().name() + "\n";
    Path output = log;
    if (alone) {
      append(heading);
    } else {
      output = Files.createTempFile(workDir, "command-", ".log");
    }
    long from = Files.size(output);
    Process shell =
        new ProcessBuilder("sh", "-c", command)
            .directory(workDir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
    shell.getOutputStream().close();
    return new Running(name, command, heading, shell, output, from);
  }

  private void await(Running one, long deadline) throws InterruptedException {
    boolean ended = one.shell.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    one.destroy();
    String said = said(one);
    if (!ended) {
      throw new FaultException(
          "command " + one.name + " took more than " + longest.toSeconds() + " s: " + one.command);
    }
    if (one.shell.exitValue() != 0) {
      throw new FaultException(
          "command "
              + one.name
              + " ended with "
              + one.shell.exitValue()
              + ": "
              + one.command
              + "; it said: "
              + said.strip());
    }
  }

  /** Ends a command that nobody waits for any more, and keeps what it said so far. */
  private void giveUp(Running one) {
    one.destroy();
    if (!one.output.equals(log) && Files.exists(one.output)) {
      String unused = said(one);
    }
  }

  /** What a command that has ended said; from now on it is in the log in any case. */
  private String said(Running one) {
    try {
      byte[] all = Files.readAllBytes(one.output);
      int from = (int) Math.min(one.from, all.length);
      String said = new String(all, from, all.length - from, StandardCharsets.UTF_8);
      if (!one.output.equals(log)) {
        append(one.heading + said);
        Files.delete(one.output);
      }
      return said;
    } catch (IOException e) {
      throw new FaultException("cannot keep what command " + one.name + " said: " + e, e);
    }
  }

  private void append(String text) throws IOException {
    boolean inLine = Files.exists(log) && Files.size(log) > 0 && !endsLine();
    Files.writeString(
        log, (inLine ? "\n" : "") + text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private boolean endsLine() throws IOException {
    byte[] all = Files.readAllBytes(log);
    return all[all.length - 1] == '\n';
  }

  /**
   * A command under way.
   *
   * @param from where in {@code output} its own begins
   */
  private record Running(
      String name, String command, String heading, Process shell, Path output, long from) {

    /** Ends it with all that it started; what it left behind after its end goes on. */
    void destroy() {
      if (!shell.isAlive()) {
        return;
      }
      List<ProcessHandle> children = shell.descendants().toList(); // gone from view when it ends
      shell.destroyForcibly();
      children.forEach(
          child -> {
            boolean unused = child.destroyForcibly();
          });
    }
  }
}
