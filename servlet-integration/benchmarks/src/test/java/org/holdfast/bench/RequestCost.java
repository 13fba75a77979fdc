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

package org.holdfast.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.HttpEngine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What does a request cost the server's processor when its sessions are Holdfast's and no other
 * node is there, beside the container's own sessions?
 *
 * <p>Every server runs in a process of its own for the whole run; one at a time is driven by users
 * without think time, in rounds, so that what disturbs the machine disturbs all alike. Counted is
 * all processor time of that process while it is driven: its background work, collector and
 * compiler too. The figure is wrong if servers are not warm (look whether rounds still fall), or if
 * other work on the machine comes and goes within rounds (look at the spread of the ratios).
 */
@Command(
    name = "request-cost",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Measures the CPU time of a HelloSessions request in each container.",
    description = "Prints a line for each measurement, then a table in Markdown.")
public final class RequestCost implements Callable<Integer> {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "NAME",
      description = "Which, by their names in the table (default: all).")
  private List<String> servers = Arrays.stream(ServerKind.values()).map(ServerKind::label).toList();

  @Option(names = "--rounds", defaultValue = "7", description = "Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "Of each measurement (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up-seconds",
      defaultValue = "20",
      description = "Of each server, before the first round (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--users",
      defaultValue = "32",
      description = "Users, each on a connection of its own (default: ${DEFAULT-VALUE}).")
  private int users;

  @Option(
      names = "--jvm-options",
      split = ",",
      defaultValue = "-Xms256m,-Xmx256m",
      description = "Of the servers (default: ${DEFAULT-VALUE}).")
  private List<String> jvmOptions = List.of();

  private record Measured(double requestsPerSecond, double cpuMicros) {}

  /** Ends with 0, or 1 if a server answered wrongly or did not start. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new RequestCost())
            .setExecutionExceptionHandler(
                (failure, line, parsed) -> {
                  line.getErr().println("request-cost: " + failure.getMessage());
                  return 1;
                })
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<ServerProcess> running = new ArrayList<>();
    Map<ServerKind, List<Measured>> measured = new EnumMap<>(ServerKind.class);
    try {
      for (ServerKind kind : kinds()) {
        running.add(
            ServerProcess.start(
                kind,
                jvmOptions,
                Path.of(System.getProperty("java.io.tmpdir")),
                Duration.ofSeconds(60)));
      }
      for (ServerProcess server : running) {
        print("warm-up", server, measure(server, Duration.ofSeconds(warmUpSeconds)));
      }
      for (int round = 1; round <= rounds; round++) {
        for (ServerProcess server : running) {
          Measured one = measure(server, Duration.ofSeconds(seconds));
          print("round " + round + " of " + rounds, server, one);
          measured.computeIfAbsent(server.kind(), none -> new ArrayList<>()).add(one);
        }
        Collections.rotate(running, 1);
      }
    } finally {
      running.forEach(ServerProcess::close);
    }
    printTable(measured);
    return 0;
  }

  /** Those that were asked for, and what they are compared with. */
  private Set<ServerKind> kinds() {
    Set<ServerKind> kinds = new LinkedHashSet<>();
    for (String label : servers) {
      ServerKind kind =
          Arrays.stream(ServerKind.values())
              .filter(known -> known.label().equals(label))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "there is no server \""
                              + label
                              + "\"; there are "
                              + Arrays.stream(ServerKind.values())
                                  .map(ServerKind::label)
                                  .toList()));
      kinds.add(kind.own());
      kinds.add(kind);
    }
    return kinds;
  }

  private Measured measure(ServerProcess server, Duration length)
      throws IOException, InterruptedException {
    String name = server.kind().label();
    try (HttpEngine engine = GrizzlyHttpEngine.start(1);
        ClosedUsers load = new ClosedUsers(engine, name, server.address(), users)) {
      // All have connected and have their session.
      load.awaitEach(10, ANSWER_LIMIT);
      long beforeAnswers = load.answers();
      Duration before = server.cpu();
      long start = System.nanoTime();
      load.watch(length);
      long answers = load.answers() - beforeAnswers;
      Duration cpu = server.cpu().minus(before);
      double passed = (System.nanoTime() - start) / 1e9;
      // None of them was stuck in between.
      load.awaitEach(1, ANSWER_LIMIT);
      if (answers == 0) {
        throw new IllegalStateException(name + " answered nothing within " + length.toSeconds() + " s");
      }
      return new Measured(answers / passed, cpu.toNanos() / 1e3 / answers);
    }
  }

  private static void print(String what, ServerProcess server, Measured one) {
    System.out.printf(
        Locale.ROOT,
        "%-14s %-16s %8.0f requests/s %7.1f us%n",
        what,
        server.kind().label(),
        one.requestsPerSecond,
        one.cpuMicros);
  }

  private static void printTable(Map<ServerKind, List<Measured>> measured) {
    System.out.printf(
        Locale.ROOT,
        "%n| server | requests/s | CPU us per request, median (range) | ratio to its own sessions, "
            + "median of the rounds (range) |%n|---|---|---|---|%n");
    measured.forEach(
        (kind, own) -> {
          double[] cpu = own.stream().mapToDouble(Measured::cpuMicros).sorted().toArray();
          double[] rate = own.stream().mapToDouble(Measured::requestsPerSecond).sorted().toArray();
          double[] ratios = ratios(own, measured.getOrDefault(kind.own(), own));
          System.out.printf(
              Locale.ROOT,
              "| %s | %.0f | %.1f (%.1f to %.1f) | %.2f (%.2f to %.2f) |%n",
              kind.label(),
              median(rate),
              median(cpu),
              cpu[0],
              cpu[cpu.length - 1],
              median(ratios),
              ratios[0],
              ratios[ratios.length - 1]);
        });
  }

  private static double[] ratios(List<Measured> these, List<Measured> others) {
    double[] ratios = new double[these.size()];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] = these.get(round).cpuMicros / others.get(round).cpuMicros;
    }
    Arrays.sort(ratios);
    return ratios;
  }

  private static double median(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
