// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.holdfast.bench.CostTable.Measured;
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
 * without think time, or at a rate that is the same for all. Each round measures every one directly
 * before or after the same container with its own sessions, so that what drifts hits both alike.
 * Before that all are driven in turn until they no longer get cheaper ({@link WarmUp}). Counted is
 * all processor time of that process while it is driven: its background work, collector and
 * compiler too. The figure is wrong if servers are not warm (the table marks them; look whether
 * rounds still fall), or if other work on the machine comes and goes within pairs (look at the
 * spread of the ratios).
 */
@Command(
    name = "request-cost",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Measures the CPU time of a HelloSessions request in each container.",
    description = "Prints a line for each measurement, then a table in Markdown.")
public final class RequestCost implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
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
      defaultValue = "90",
      description =
          "At most, of each server, in slices as long as a measurement; until six of them show "
              + "that it is steady (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--users",
      defaultValue = "32",
      description = "Users, each on a connection of its own (default: ${DEFAULT-VALUE}).")
  private int users;

  @Option(
      names = "--requests-per-second",
      defaultValue = "0",
      description =
          "Of all users together, the same for every server, each user at fixed times; "
              + "0: each asks again at once, so that a server gets as many as it can answer "
              + "(default: ${DEFAULT-VALUE}).")
  private int requestsPerSecond;

  @Option(
      names = "--jvm-options",
      split = ",",
      defaultValue = "-Xms256m,-Xmx256m",
      description = "Of the servers (default: ${DEFAULT-VALUE}).")
  private List<String> jvmOptions = List.of();

  @Option(
      names = "--commit",
      defaultValue = "unknown",
      description = "What is measured, for the line above the table (default: ${DEFAULT-VALUE}).")
  private String commit = "";

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
    atLeast("--rounds", rounds, 1);
    atLeast("--seconds", seconds, 1);
    atLeast("--warm-up-seconds", warmUpSeconds, 0);
    atLeast("--users", users, 1);
    atLeast("--requests-per-second", requestsPerSecond, 0);
    Set<ServerKind> kinds = kinds();
    Machine machine = Machine.read(Path.of("/proc"));
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Map<ServerKind, ServerProcess> running = new LinkedHashMap<>();
    Set<String> collectors = new LinkedHashSet<>();
    CostTable table = new CostTable();
    Set<ServerKind> unsteady;
    try {
      for (ServerKind kind : kinds) {
        ServerProcess server = ServerProcess.start(kind, jvmOptions, temporary, START_LIMIT);
        running.put(kind, server);
        collectors.add(server.collectors());
      }
      unsteady = warmUp(running);
      measureRounds(running, table);
    } finally {
      running.values().forEach(ServerProcess::close);
    }
    System.out.printf(
        Locale.ROOT,
        "%nCommit %s; %s; servers' JVM options %s, collectors %s; %d users%s; %d rounds of %d"
            + " s.%n%n%s",
        commit,
        machine.markdown(),
        String.join(" ", jvmOptions),
        String.join(" or ", collectors),
        users,
        requestsPerSecond == 0 ? "" : " at " + requestsPerSecond + " requests/s",
        rounds,
        seconds,
        table.markdown(unsteady));
    return 0;
  }

  private static void atLeast(String option, int value, int bound) {
    if (value < bound) {
      throw new IllegalArgumentException(option + " must be at least " + bound + ", was " + value);
    }
  }

  /** Drives all in turn until they are warm, and returns those that did not get steady. */
  private Set<ServerKind> warmUp(Map<ServerKind, ServerProcess> running)
      throws IOException, InterruptedException {
    Map<ServerKind, WarmUp> warmUps = new EnumMap<>(ServerKind.class);
    running.keySet().forEach(kind -> warmUps.put(kind, new WarmUp(warmUpSeconds / seconds)));
    Set<ServerKind> cold = new LinkedHashSet<>(running.keySet());
    cold.removeIf(kind -> known(warmUps, kind).over());
    for (int slice = 1; !cold.isEmpty(); slice++) {
      for (ServerKind kind : cold) {
        Measured one = measure(known(running, kind));
        known(warmUps, kind).add(one.cpuMicros());
        print("warm-up " + slice, kind, one);
      }
      cold.removeIf(kind -> known(warmUps, kind).over());
    }
    Set<ServerKind> unsteady = EnumSet.copyOf(running.keySet());
    unsteady.removeIf(kind -> known(warmUps, kind).steady());
    unsteady.forEach(
        kind ->
            System.out.println(
                kind.label() + " is not steady after " + warmUpSeconds + " s of warm-up"));
    return unsteady;
  }

  private void measureRounds(Map<ServerKind, ServerProcess> running, CostTable table)
      throws IOException, InterruptedException {
    List<Pair> pairs = Pair.of(running.keySet());
    for (int round = 1; round <= rounds; round++) {
      for (Pair pair : Pair.inRound(pairs, round)) {
        Map<ServerKind, Measured> both = new EnumMap<>(ServerKind.class);
        for (ServerKind kind : pair.order(round)) {
          Measured one = measure(known(running, kind));
          print("round " + round + " of " + rounds, kind, one);
          both.put(kind, one);
        }
        table.add(pair, both);
      }
    }
  }

  /** The servers that were asked for, and those that they are compared with. */
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

  private static <V> V known(Map<ServerKind, V> map, ServerKind kind) {
    return Objects.requireNonNull(map.get(kind), kind::label);
  }

  private Measured measure(ServerProcess server) throws IOException, InterruptedException {
    String name = server.kind().label();
    try (HttpEngine engine = GrizzlyHttpEngine.start(1);
        ClosedUsers load = new ClosedUsers(engine, name, server.address(), users, cycle())) {
      // All have connected and have their session.
      load.awaitEach(10, ANSWER_LIMIT);
      long beforeAnswers = load.answers();
      Duration before = server.cpu();
      long start = System.nanoTime();
      load.watch(Duration.ofSeconds(seconds));
      long answers = load.answers() - beforeAnswers;
      Duration cpu = server.cpu().minus(before);
      double passed = (System.nanoTime() - start) / 1e9;
      // None of them was stuck in between.
      load.awaitEach(1, ANSWER_LIMIT);
      if (answers == 0) {
        throw new IllegalStateException(name + " answered nothing within " + seconds + " s");
      }
      return new Measured(answers / passed, cpu.toNanos() / 1e3 / answers);
    }
  }

  private Duration cycle() {
    return requestsPerSecond == 0
        ? Duration.ZERO
        : Duration.ofNanos(1_000_000_000L * users / requestsPerSecond);
  }

  private static void print(String what, ServerKind kind, Measured one) {
    System.out.printf(
        Locale.ROOT,
        "%-14s %-16s %8.0f requests/s %7.1f us%n",
        what,
        kind.label(),
        one.requestsPerSecond(),
        one.cpuMicros());
  }
}
