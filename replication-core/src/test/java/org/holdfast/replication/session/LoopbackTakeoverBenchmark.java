// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.holdfast.replication.node.ReplicationNode;

/**
 * How long does a request wait for its session to come from another node, over loopback, all
 * included: with the former primary alive, and with it just gone? Three nodes in one process,
 * sessions of 4 KB in 10 attributes; from the call of acquire until one attribute is decoded.
 *
 * <p>Arguments: sessions per round (default 2,000), rounds (default 5, and one more of warm-up).
 *
 * <pre>
 * java -cp TEST_CLASSPATH org.holdfast.replication.session.LoopbackTakeoverBenchmark 2000 5
 * </pre>
 */
final class LoopbackTakeoverBenchmark {
  private static final int ATTRIBUTES = 10;
  private static final int ATTRIBUTE_CHARS = 400;

  private final Histogram handedOver = new Histogram(60_000_000_000L, 3);
  private final Histogram takenOver = new Histogram(60_000_000_000L, 3);
  private final Random random = new Random(1);
  private long rounds;
  private long adopted;

  private LoopbackTakeoverBenchmark() {}

  public static void main(String[] args) {
    int sessions = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    LoopbackTakeoverBenchmark benchmark = new LoopbackTakeoverBenchmark();
    benchmark.round(sessions);
    benchmark.handedOver.reset();
    benchmark.takenOver.reset();
    benchmark.rounds = 0;
    benchmark.adopted = 0;
    for (int i = 0; i < rounds; i++) {
      benchmark.round(sessions);
    }
    print("handed over by a living primary", benchmark.handedOver);
    print("taken over from one that is gone", benchmark.takenOver);
    System.out.printf(
        Locale.ROOT,
        "of the latter, %d by a round for the request, %d adopted just before it%n",
        benchmark.rounds,
        benchmark.adopted);
  }

  private void round(int sessions) {
    try (TestCluster three = TestCluster.of(3)) {
      List<String> ids = create(three.shops.get(0), sessions);
      for (String id : ids.subList(0, sessions / 2)) {
        handedOver.recordValue(visit(three.shops.get(1), id));
      }
      List<String> left = new ArrayList<>(ids.subList(sessions / 2, sessions));
      Collections.shuffle(left, random);
      long roundsBefore = count(three, "takeovers");
      three.stop(0);
      // The repair begins when the view comes; the first requests are before it.
      for (int i = 0; i < Math.min(left.size(), 200); i++) {
        takenOver.recordValue(visit(three.shops.get(1 + i % 2), left.get(i)));
      }
      long byRound = count(three, "takeovers") - roundsBefore;
      rounds += byRound;
      adopted += Math.min(left.size(), 200) - byRound;
    }
  }

  private static long count(TestCluster three, String counter) {
    long count = 0;
    for (ReplicationNode node : three.nodes) {
      Map<String, Long> counters = node.statistics().counters();
      count += counters.getOrDefault(counter, 0L);
    }
    return count;
  }

  private static List<String> create(SessionReplicator shop, int sessions) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      ReplicatedSession session = shop.create(Duration.ofMinutes(30), 0);
      for (int a = 0; a < ATTRIBUTES; a++) {
        String value = ("value " + i + " ").repeat(80).substring(0, ATTRIBUTE_CHARS);
        session.attributes().put("attribute" + a, value);
      }
      if (session.commit() != CommitOutcome.PROTECTED) {
        throw new IllegalStateException("a session was not protected at the start");
      }
      session.exit();
      ids.add(session.id());
    }
    return ids;
  }

  private static long visit(SessionReplicator shop, String id) {
    long asked = System.nanoTime();
    if (!(shop.acquire(id, "node-0") instanceof Lookup.Found found)) {
      throw new IllegalStateException("a session was not found");
    }
    Object value = found.session().attributes().get("attribute3");
    long waited = System.nanoTime() - asked;
    if (!(value instanceof String text) || text.length() != ATTRIBUTE_CHARS) {
      throw new IllegalStateException("a session came without its attribute");
    }
    found.session().exit();
    return waited;
  }

  private static void print(String what, Histogram waits) {
    System.out.printf(
        Locale.ROOT,
        "%s: %d sessions, p50 %.2f, p90 %.2f, p99 %.2f, max %.2f ms%n",
        what,
        waits.getTotalCount(),
        waits.getValueAtPercentile(50) / 1e6,
        waits.getValueAtPercentile(90) / 1e6,
        waits.getValueAtPercentile(99) / 1e6,
        waits.getMaxValue() / 1e6);
  }
}
