// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * How long does a planned stop take until everything is protected elsewhere, and what do the
 * requests of the others feel of it? Three node processes with a third of the sessions each; one
 * drains and leaves, the others serve requests at a constant rate before, during and after.
 *
 * <p>Arguments: sessions in all (default 30,000), bytes of each (default 1,000, at least 10),
 * requests per second and node (default 100), seconds measured before and after (default 20), the
 * drain timeout in seconds (default 300).
 *
 * <pre>
 * java -cp TEST_CLASSPATH org.holdfast.replication.session.DrainBenchmark 30000 1000 100 20
 * </pre>
 */
final class DrainBenchmark {
  private static final int NODES = 3;
  private static final int USED_SESSIONS = 500;
  private static final int WARM_UP_SECONDS = 25;
  private static final long LIMIT_NANOS = 120_000_000_000L;

  private final List<NodeProcess> nodes = new ArrayList<>();

  private DrainBenchmark() {}

  public static void main(String[] args) throws Exception {
    int sessions = args.length > 0 ? Integer.parseInt(args[0]) : 30_000;
    int bytes = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
    int rate = args.length > 2 ? Integer.parseInt(args[2]) : 100;
    int seconds = args.length > 3 ? Integer.parseInt(args[3]) : 20;
    int drainSeconds = args.length > 4 ? Integer.parseInt(args[4]) : 300;
    DrainBenchmark benchmark = new DrainBenchmark();
    try {
      benchmark.run(sessions, bytes, rate, seconds, drainSeconds);
    } finally {
      benchmark.nodes.forEach(NodeProcess::kill);
    }
  }

  private void run(int sessions, int bytes, int rate, int seconds, int drainSeconds)
      throws Exception {
    List<Integer> ports = TestCluster.freePorts(NODES);
    String cluster = "drain-" + Long.toString(System.nanoTime(), 36);
    for (int i = 0; i < NODES; i++) {
      nodes.add(new NodeProcess(i, cluster, ports));
    }
    awaitSettled(nodes);
    List<NodeProcess> staying = nodes.subList(1, NODES);
    for (NodeProcess each : staying) {
      each.ask("load " + rate + " " + USED_SESSIONS);
    }
    for (NodeProcess each : nodes) {
      each.ask("create-of " + sessions / NODES + " " + bytes);
    }
    pause(WARM_UP_SECONDS);
    take("discarded", staying);
    pause(seconds);
    take("before", staying);

    String[] drain = nodes.get(0).ask("drain " + drainSeconds).split(" ", 4);
    take("during", staying);
    System.out.printf(
        Locale.ROOT,
        "complete: %s; nothing served after %s ms, ended after %s ms; served/copies each second:"
            + " %s%n",
        (Object[]) drain);
    nodes.get(0).ask("leave");
    awaitSettled(staying);
    take("leaving", staying);
    pause(seconds);
    take("after", staying);
    long served = 0;
    for (NodeProcess each : staying) {
      String state = each.ask("state");
      served += Long.parseLong(state.split(" ")[2]);
      System.out.println(each.name + ": " + state + " " + each.ask("counters"));
    }
    long expected = (long) NODES * (sessions / NODES) + (long) USED_SESSIONS * staying.size();
    if (served != expected) {
      throw new IllegalStateException("served " + served + " sessions of " + expected);
    }
  }

  private static void take(String phase, List<NodeProcess> asked) throws IOException {
    for (NodeProcess each : asked) {
      String[] f = each.ask("take").split(" ");
      System.out.printf(
          "%s, %s: %s requests, p50 %s p99 %s p99.9 %s max %s ms, %s not protected; %s%n",
          phase, each.name, f[0], f[1], f[2], f[3], f[4], f[5], each.ask("hiccups"));
    }
  }

  private static void awaitSettled(List<NodeProcess> members) throws IOException {
    String expected = members.size() + " true ";
    long began = System.nanoTime();
    for (NodeProcess each : members) {
      while (!each.ask("state").startsWith(expected)) {
        if (System.nanoTime() - began > LIMIT_NANOS) {
          throw new IllegalStateException(each.name + " is not settled: " + each.ask("state"));
        }
        LockSupport.parkNanos(20_000_000L);
      }
    }
  }

  private static void pause(int seconds) {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    for (long wait = end - System.nanoTime(); wait > 0; wait = end - System.nanoTime()) {
      LockSupport.parkNanos(wait);
    }
  }
}
