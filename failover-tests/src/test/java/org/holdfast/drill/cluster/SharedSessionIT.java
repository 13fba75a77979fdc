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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.ParallelUser;
import org.holdfast.drill.load.Target;
import org.holdfast.replication.history.Exchange;
import org.holdfast.replication.history.Findings;
import org.holdfast.replication.history.HistoryChecker;
import org.holdfast.replication.history.HistoryRules;
import org.holdfast.replication.history.Reply;
import org.holdfast.replication.history.Request;
import org.holdfast.replication.history.Violation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions that several node processes serve at once, without a sticky balancer: real sockets, real
 * Tomcats, everything that clients were told judged by the history checker.
 */
@Timeout(90)
class SharedSessionIT {
  private static final Duration STALL = Duration.ofSeconds(5);

  /** Longer than the failure detector takes to give a stopped process up, some 4 s. */
  private static final Duration PAUSE = Duration.ofSeconds(6);

  private static final Duration WHOLE = Duration.ofSeconds(20);

  @TempDir private Path workDir;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private GrizzlyHttpEngine engine;
  private ProcessCluster cluster;

  @BeforeEach
  void open() throws Exception {
    engine = GrizzlyHttpEngine.start(1);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    engine.close();
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void countsTo200_whenTwoNodesTakeTurns() throws Exception {
    start(2);
    for (String shape : List.of("", "?length=true", "?flush=true")) {
      ParallelUser user = new ParallelUser(0, targets(), engine, shape, STALL);
      long began = System.nanoTime();
      for (int i = 1; i <= 200; i++) {
        Reply reply = user.send(i % 2, Request.INCREMENT);

        assertThat(reply)
            .as("answer %d, response shape \"%s\"", i, shape)
            .isInstanceOf(Reply.Served.class);
        assertThat(((Reply.Served) reply).value()).as("counter").isEqualTo(i);
      }
      long micros = (System.nanoTime() - began) / 200_000;
      System.out.printf(
          Locale.ROOT, "two nodes in turn, \"%s\": 200 of 200, %d us each%n", shape, micros);
      assertThat(judge(List.of(user), HistoryRules.everyAnswer())).isEmpty();
    }
  }

  @Test
  void losesAndRepeatsNothing_whenFiftyUsersSendFourRequestsAtOnceToThreeNodes() throws Exception {
    start(3);
    List<ParallelUser> users = users(50);
    long began = System.nanoTime();
    inParallel(users, 1, user -> user.sendUntilServed(user.nextNode(), Request.INCREMENT));
    inParallel(
        users,
        4,
        user -> {
          for (int i = 0; i < 20; i++) {
            user.sendUntilServed(user.nextNode(), Request.INCREMENT);
            if (i % 4 == 0) {
              user.sendUntilServed(user.nextNode(), Request.READ);
            }
          }
          return null;
        });
    double seconds = (System.nanoTime() - began) / 1e9;
    inParallel(users, 1, user -> user.sendUntilServed(user.nextNode(), Request.READ));
    print("50 users, 4 at once, 3 nodes", users, seconds);
    System.out.println("  of the nodes: " + counters("fenced", "unavailable", "degradedResponses"));

    assertThat(judge(users, HistoryRules.promise())).isEmpty();
    assertThat(oddAnswers(users)).isEmpty();
    assertThat(slowestMillis(users)).as("slowest answer, ms").isLessThan(STALL.toMillis());
    for (ParallelUser user : users) {
      List<Exchange> exchanges = user.log().exchanges();
      long answered = served(exchanges, Request.INCREMENT);
      long perhaps =
          exchanges.stream()
              .filter(e -> e.request() == Request.INCREMENT)
              .filter(e -> e.reply() instanceof Reply.Unanswered)
              .count();
      Reply.Served last = (Reply.Served) exchanges.get(exchanges.size() - 1).reply();
      assertThat(answered).isEqualTo(81);
      assertThat(last.value()).as(user.log().name()).isBetween(81L, 81L + perhaps);
    }
  }

  @Test
  void refusesOrTellsTheTruth_whenANodeWakesAfterAPause() throws Exception {
    start(3);
    int victim = 0; // it founded the cluster, so the others also need a new coordinator
    long pid = cluster.pids().get(victim);
    int other = (victim + 1) % 3;
    int third = (victim + 2) % 3;
    List<ParallelUser> users = users(40);
    inParallel(
        users,
        1,
        user -> {
          int home = user.nextNode();
          for (int i = 0; i < 5; i++) {
            user.sendUntilServed(home, Request.INCREMENT);
          }
          return null;
        });

    Signal.STOP.send(pid);
    long woken;
    List<Future<Reply>> trapped = new ArrayList<>();
    try {
      long wakeNanos = System.nanoTime() + PAUSE.toNanos();
      for (ParallelUser user : users) {
        // These lie in the sockets of the stopped process and are the first that it sees.
        trapped.add(threads.submit(() -> user.send(victim, Request.READ)));
        trapped.add(threads.submit(() -> user.send(victim, Request.INCREMENT)));
      }
      inParallel(
          users,
          1,
          user -> {
            for (int i = 0; System.nanoTime() - wakeNanos < 0; i++) {
              int node = i % 2 == 0 ? other : third;
              user.send(node, i % 3 == 0 ? Request.READ : Request.INCREMENT);
            }
            return null;
          });
    } finally {
      woken = System.nanoTime();
      Signal.CONT.send(pid);
    }
    inParallel(
        users,
        4,
        user -> {
          long end = woken + Duration.ofSeconds(3).toNanos();
          for (int i = 0; System.nanoTime() - end < 0; i++) {
            user.send(victim, i % 2 == 0 ? Request.READ : Request.INCREMENT);
            if (i % 5 == 4) {
              user.send(other, Request.INCREMENT);
            }
          }
          return null;
        });
    for (Future<Reply> request : trapped) {
      request.get();
    }
    WholeCluster.await(cluster.nodes(), WHOLE);
    for (int round = 0; round < 3; round++) {
      inParallel(users, 1, user -> user.sendUntilServed(user.nextNode(), Request.INCREMENT));
    }
    print("node stopped for 6 s and woken", users, (System.nanoTime() - woken) / 1e9);
    List<Exchange> ofWoken = ofWokenNode(users, victim, woken);
    System.out.println("  of the woken node: " + outcomes(ofWoken));
    System.out.println(
        "  answers marked as unprotected that turned out wrong: "
            + judge(users, HistoryRules.everyAnswer()).size());

    assertThat(judge(users, HistoryRules.promise())).isEmpty();
    assertThat(oddAnswers(users)).isEmpty();
    assertThat(ofWoken).as("answers of the woken node").hasSizeGreaterThan(users.size());
    assertThat(ofWoken)
        .as("served again in the end")
        .anyMatch(e -> e.reply() instanceof Reply.Served);
  }

  private void start(int nodes) {
    cluster =
        new ProcessLauncher()
            .start(
                new ClusterSettings(nodes, "sync", "MODIFIED_ATTRIBUTE", 1, workDir.toString()),
                line -> {});
  }

  private List<Target> targets() {
    return cluster.nodes().stream().map(node -> new Target(node.name(), node.http())).toList();
  }

  private List<ParallelUser> users(int count) {
    List<Target> targets = targets();
    return IntStream.range(0, count)
        .mapToObj(number -> new ParallelUser(number, targets, engine, "", Duration.ofSeconds(15)))
        .toList();
  }

  /** What a user does on one of its threads. */
  private interface Work {
    Object of(ParallelUser user) throws Exception;
  }

  private void inParallel(List<ParallelUser> users, int each, Work work) throws Exception {
    List<Callable<Object>> calls = new ArrayList<>();
    for (ParallelUser user : users) {
      for (int i = 0; i < each; i++) {
        calls.add(() -> work.of(user));
      }
    }
    for (Future<Object> call : threads.invokeAll(calls)) {
      call.get();
    }
  }

  private static List<String> judge(List<ParallelUser> users, HistoryRules rules) {
    List<String> found = new ArrayList<>();
    for (ParallelUser user : users) {
      Findings findings = HistoryChecker.check(user.log(), rules);
      findings.violations().stream().map(Violation::describe).forEach(found::add);
      findings.lostUpdates().forEach(lost -> found.add("lost " + lost));
    }
    return found;
  }

  private static List<String> oddAnswers(List<ParallelUser> users) {
    return users.stream().flatMap(user -> user.oddAnswers().stream()).distinct().toList();
  }

  private static long served(List<Exchange> exchanges, Request request) {
    return exchanges.stream()
        .filter(e -> e.request() == request && e.reply() instanceof Reply.Served)
        .count();
  }

  private static long slowestMillis(List<ParallelUser> users) {
    return users.stream()
        .flatMap(user -> user.log().exchanges().stream())
        .mapToLong(e -> (e.doneNanos() - e.sentNanos()) / 1_000_000)
        .max()
        .orElse(0);
  }

  private static void print(String what, List<ParallelUser> users, double seconds) {
    List<Exchange> all = users.stream().flatMap(u -> u.log().exchanges().stream()).toList();
    System.out.printf(
        Locale.ROOT,
        "%s: %d requests in %.1f s, %s, slowest %d ms%n",
        what,
        all.size(),
        seconds,
        outcomes(all),
        slowestMillis(users));
  }

  private Map<String, Long> counters(String... names) {
    Map<String, Long> sums = new TreeMap<>();
    for (ClusterNode node : cluster.nodes()) {
      Map<String, Long> counters = node.status().orElseThrow().counters();
      for (String name : names) {
        sums.merge(name, counters.getOrDefault(name, 0L), Long::sum);
      }
    }
    return sums;
  }

  private static List<Exchange> ofWokenNode(List<ParallelUser> users, int victim, long woken) {
    String name = "node-" + (victim + 1);
    return users.stream()
        .flatMap(u -> u.log().exchanges().stream())
        .filter(e -> e.node().equals(name) && e.doneNanos() - woken > 0)
        .toList();
  }

  private static String outcomes(List<Exchange> exchanges) {
    Map<String, Long> counts = new TreeMap<>();
    for (Exchange exchange : exchanges) {
      Reply reply = exchange.reply();
      String outcome =
          reply instanceof Reply.Served served
              ? served.protection().name().toLowerCase(Locale.ROOT)
              : reply instanceof Reply.Unanswered unanswered ? unanswered.reason() : "not-found";
      counts.merge(outcome, 1L, Long::sum);
    }
    return counts.toString();
  }
}
