// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * How long are the sessions of a killed node without a second copy, and what do the requests of the
 * others feel of the repair? Three node processes; one creates many sessions of 4 KB and is killed,
 * the others serve requests at a constant rate before, during and after.
 *
 * <p>Arguments: orphaned sessions (default 100,000), requests per second and node (default 200),
 * seconds measured before the kill and after the repair (default 20), "join" to have the node come
 * back in the end.
 *
 * <pre>
 * java -cp TEST_CLASSPATH org.holdfast.replication.session.ReprotectionBenchmark 100000 200 20
 * </pre>
 */
final class ReprotectionBenchmark {
  private static final int USED_SESSIONS = 500;
  private static final int WARM_UP_SECONDS = 25;
  private static final long LIMIT_NANOS = 300_000_000_000L;

  private final List<NodeProcess> children = new ArrayList<>();

  private ReprotectionBenchmark() {}

  public static void main(String[] args) throws Exception {
    int orphans = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    int rate = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 20;
    boolean join = args.length > 3 && args[3].equals("join");
    ReprotectionBenchmark benchmark = new ReprotectionBenchmark();
    try {
      benchmark.run(orphans, rate, seconds, join);
    } finally {
      benchmark.children.forEach(NodeProcess::kill);
    }
  }

  private void run(int orphans, int rate, int seconds, boolean join) throws Exception {
    List<Integer> ports = TestCluster.freePorts(3);
    String cluster = "reprotection-" + Long.toString(System.nanoTime(), 36);
    for (int i = 0; i < 3; i++) {
      children.add(new NodeProcess(i, cluster, ports));
    }
    NodeProcess victim = children.get(0);
    List<NodeProcess> survivors = children.subList(1, 3);
    awaitSettled(children, 3, 0);
    for (NodeProcess each : survivors) {
      each.ask("load " + rate + " " + USED_SESSIONS);
    }
    long created = System.nanoTime();
    System.out.println(victim.ask("create " + orphans) + " in " + since(created) + " s");
    pause(WARM_UP_SECONDS);
    print("discarded", survivors, true);
    pause(seconds);
    print("before", survivors, true);
    long total = orphans + 2L * USED_SESSIONS;

    victim.kill();
    long killed = System.nanoTime();
    awaitViewOf(survivors, 2);
    System.out.printf(Locale.ROOT, "view without the node after %s s%n", since(killed));
    print("until the view", survivors, true);
    awaitSettled(survivors, 2, total);
    System.out.printf(Locale.ROOT, "all %d sessions protected after %s s%n", total, since(killed));
    print("during", survivors, true);
    pause(seconds);
    print("after", survivors, true);
    for (NodeProcess each : survivors) {
      System.out.println(each.ask("state") + " " + each.ask("counters"));
    }
    if (join) {
      joinAgain(ports, cluster, total);
    }
  }

  /** The same with a node that comes: its share of copies moves to it. */
  private void joinAgain(List<Integer> ports, String cluster, long total) throws Exception {
    List<NodeProcess> survivors = List.copyOf(children.subList(1, 3));
    long began = System.nanoTime();
    children.set(0, new NodeProcess(0, cluster, ports));
    awaitSettled(children, 3, total);
    System.out.printf(Locale.ROOT, "joined and settled after %s s%n", since(began));
    print("during the join", survivors, true);
  }

  private static void pause(int seconds) {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    for (long wait = end - System.nanoTime(); wait > 0; wait = end - System.nanoTime()) {
      LockSupport.parkNanos(wait);
    }
  }

  private static void print(String phase, List<NodeProcess> nodes, boolean stretches)
      throws IOException {
    for (NodeProcess each : nodes) {
      String[] f = each.ask("take").split(" ");
      System.out.printf(
          "%s, %s: %s requests, p50 %s p99 %s p99.9 %s max %s ms, %s not protected%n",
          phase, each.name, f[0], f[1], f[2], f[3], f[4], f[5]);
      System.out.println("  " + each.ask("hiccups"));
      String report = each.ask("stretches");
      if (stretches) {
        System.out.print(report.replace('|', '\n'));
      }
    }
  }

  private static void awaitViewOf(List<NodeProcess> nodes, int members) throws IOException {
    until(nodes, state -> state[0].equals(Integer.toString(members)), "the view");
  }

  /** Every node sees all members, has moved all its sessions, and between them serve all. */
  private static void awaitSettled(List<NodeProcess> nodes, int members, long sessions)
      throws IOException {
    until(
        nodes,
        state -> state[0].equals(Integer.toString(members)) && state[1].equals("true"),
        "a settled view");
    long served = 0;
    for (NodeProcess each : nodes) {
      String[] state = each.ask("state").split(" ");
      served += Long.parseLong(state[2]);
      if (!state[4].equals("0")) {
        throw new IllegalStateException(
            each.name + " is settled with degraded sessions: " + state[4]);
      }
    }
    if (served != sessions) {
      throw new IllegalStateException("served " + served + " sessions of " + sessions);
    }
  }

  private interface Condition {
    boolean holds(String[] state);
  }

  private static void until(List<NodeProcess> nodes, Condition condition, String what)
      throws IOException {
    long began = System.nanoTime();
    while (true) {
      boolean all = true;
      for (NodeProcess each : nodes) {
        all &= condition.holds(each.ask("state").split(" "));
      }
      if (all) {
        return;
      }
      if (System.nanoTime() - began > LIMIT_NANOS) {
        throw new IllegalStateException("no " + what + " within 300 s");
      }
      LockSupport.parkNanos(20_000_000L);
    }
  }

  private static String since(long nanos) {
    return String.format(Locale.ROOT, "%.2f", (System.nanoTime() - nanos) / 1e9);
  }
}
