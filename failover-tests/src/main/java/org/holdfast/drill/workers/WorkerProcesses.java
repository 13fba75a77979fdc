// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.membership.jgroups.Discovery;

/**
 * Worker processes on this machine, from the same jar or class path as this one. None of them
 * outlives {@link #close}, nor, for long, the process that started it.
 */
final class WorkerProcesses implements AutoCloseable {
  private static final long END_SECONDS = 10;
  private static final int TAIL_LINES = 5;

  /** How long a worker looks for this process before it ends. */
  private static final String WAIT_SECONDS = "60";

  /**
   * Users live long and what a request leaves dies at once: a small young generation, collected
   * often, and an old one with little room to spare keep a worker little larger than its users.
   * Most of the rest was memory that the compilers had given back to malloc, and malloc to nobody:
   * one arena, trimmed now and then. What of this a JVM does not know it ignores.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UseSerialGC",
          "-Xms32m",
          "-Xmn8m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=20",
          "-XX:-ShrinkHeapInSteps",
          "-XX:TrimNativeHeapInterval=10000");

  /**
   * For users who mostly think: what the second compiler makes is 11 MB larger, its threads make
   * the driver late (20 ms instead of 2 at p99, with 19,000 users on 2 cores), and it pays off for
   * much faster ones only.
   */
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final double UNHURRIED = 2_500;

  private static final String MALLOC_ARENAS = "MALLOC_ARENA_MAX";

  private record Started(Process process, Path output) {}

  private final Map<String, Started> started = new LinkedHashMap<>();

  /**
   * Starts a worker that will look for the coordinator at {@code coordinator}.
   *
   * @param requestsPerSecond how many its users send at most, if that is known; else infinite
   * @param allowRemote whether its users may ask other machines
   * @throws IOException if the process cannot be started
   */
  void start(
      String name,
      String group,
      Discovery.HostPort coordinator,
      double requestsPerSecond,
      boolean allowRemote)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    if (requestsPerSecond <= UNHURRIED) {
      command.add(FIRST_COMPILER);
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(LoadWorkerCommand.class.getName());
    command.addAll(List.of("--name", name, "--group", group));
    command.addAll(List.of("--discovery", "static:" + coordinator));
    command.addAll(List.of("--bind-host", coordinator.host(), "--wait-seconds", WAIT_SECONDS));
    if (allowRemote) {
      command.add("--allow-remote");
    }
    Path output = Files.createTempFile("holdfast-" + name + "-", ".log");
    boolean runs = false;
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().putIfAbsent(MALLOC_ARENAS, "1");
      Process process = builder.start();
      started.put(name, new Started(process, output));
      runs = true;
    } finally {
      if (!runs) {
        delete(output);
      }
    }
  }

  /** What has become of a worker, in words; empty if it runs, or was not started here. */
  Optional<String> ending(String name) {
    Started worker = started.get(name);
    if (worker == null || worker.process.isAlive()) {
      return Optional.empty();
    }
    return Optional.of(
        "process "
            + worker.process.pid()
            + " ended with exit code "
            + worker.process.exitValue()
            + tail(worker.output));
  }

  /** What there is to say of a worker, run as it may; empty if it was not started here. */
  String state(String name) {
    Started worker = started.get(name);
    return worker == null
        ? ""
        : ending(name)
            .orElseGet(() -> "process " + worker.process.pid() + " runs" + tail(worker.output));
  }

  /** Process id of a worker; empty if it was not started here. */
  Optional<Long> pid(String name) {
    return Optional.ofNullable(started.get(name)).map(worker -> worker.process.pid());
  }

  /** A worker that has ended though nobody told it to, in words; empty if there is none. */
  Optional<String> anyEnding() {
    return started.keySet().stream()
        .flatMap(name -> ending(name).map(ending -> name + ": " + ending).stream())
        .findFirst();
  }

  /** Waits for the end of those that were told, and ends the others. */
  @Override
  public void close() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    boolean interrupted = false;
    for (Started worker : started.values()) {
      try {
        long left = interrupted ? 0 : deadline - System.nanoTime();
        if (!worker.process.waitFor(left, TimeUnit.NANOSECONDS)) {
          worker.process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        worker.process.destroyForcibly();
      }
      delete(worker.output);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static String tail(Path output) {
    try {
      List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
      List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
      return last.isEmpty() ? "" : ": " + String.join(" | ", last);
    } catch (IOException e) {
      return ""; // a message is no worse for the lack of it
    }
  }

  private static void delete(Path output) {
    try {
      Files.deleteIfExists(output);
    } catch (IOException e) {
      // A file in a directory for temporary ones: worth no failure at the end of a run.
    }
  }
}
