// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.ParallelUser;
import org.holdfast.drill.load.Target;
import org.holdfast.history.Exchange;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions that several node processes serve at once, without a sticky balancer: real sockets, real
 * Tomcats, everything that clients were told judged by the history checker.
 */
@Timeout(180)
class SharedSessionIT {
  private static final Duration STALL = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The failure detector gives a stopped process up after some 4 s; a busy machine is later. */
  private static final Duration DETECTION = Duration.ofSeconds(40);

  private static final Duration POLL = Duration.ofMillis(10);

  /** Half of what the failure detector takes, at most. */
  private static final Duration TAKEOVER = Duration.ofMillis(1_500);

  private static final Duration WHOLE = Duration.ofSeconds(60);

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

  @Tag("nightly")
  @Test
  void countsTo200_whenTwoNodesTakeTurns() throws Exception {
    start(2);
    for (String shape : List.of("", "?length=true", "?flush=true")) {
      Crowd crowd = new Crowd(1, targets(), engine, shape, STALL, threads);
      ParallelUser user = crowd.users().get(0);
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
      assertThat(crowd.judge(HistoryRules.everyAnswer())).isEmpty();
    }
  }

  /**
   * Every answer binds here, so none may go out unprotected because the machine is busy: hence the
   * longer ack timeout. The default is the next test's.
   */
  @Test
  void losesAndRepeatsNothing_whenFiftyUsersSendFourRequestsAtOnceToThreeNodes() throws Exception {
    start(3, "--ack-timeout-ms", "10000");
    Crowd crowd = crowd(50);
    workAllAtOnce(crowd);

    assertThat(crowd.judge(HistoryRules.promise())).as("of what was protected").isEmpty();
    assertThat(crowd.judge(HistoryRules.everyAnswer())).isEmpty();
    assertThat(counters("degradedResponses")).containsEntry("degradedResponses", 0L);
    for (ParallelUser user : crowd.users()) {
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

  /** With default settings a busy machine makes some answers unprotected; those bind nothing. */
  @Test
  @Tag("nightly")
  void contradictsNoProtectedAnswer_whenFiftyUsersDoSoWithDefaultSettings() throws Exception {
    start(3);
    Crowd crowd = crowd(50);
    workAllAtOnce(crowd);

    assertThat(crowd.judge(HistoryRules.promise())).isEmpty();
    assertThat(crowd.exchanges().filter(SharedSessionIT::isProtected))
        .as("answers that bind, of %d", crowd.exchanges().count())
        .hasSizeGreaterThan(50 * 81 / 2);
  }

  /** Four requests at once of each user, without stickiness; what may never be is asserted. */
  private void workAllAtOnce(Crowd crowd) throws Exception {
    long began = System.nanoTime();
    crowd.inParallel(1, user -> user.sendUntilServed(user.nextNode(), Request.INCREMENT));
    crowd.inParallel(
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
    crowd.inParallel(1, user -> user.sendUntilServed(user.nextNode(), Request.READ));
    crowd.print("50 users, 4 at once, 3 nodes", seconds);
    System.out.println("  of the nodes: " + counters("fenced", "unavailable", "degradedResponses"));
    assertThat(crowd.oddAnswers()).isEmpty();
    assertThat(crowd.slowestMillis()).as("slowest answer, ms").isLessThan(STALL.toMillis());
  }

  @Test
  void servesWithoutTheFailureDetector_whenThePrimaryIsSilent() throws Exception {
    start(3);
    int victim = 1;
    int other = 2;
    Crowd warmUp = crowd(20);
    for (int round = 0; round < 20; round++) {
      warmUp.inParallel(1, user -> user.sendUntilServed(user.nextNode(), Request.INCREMENT));
    }
    Crowd crowd = crowd(20);
    for (int i = 0; i < 3; i++) {
      crowd.inParallel(1, user -> user.sendUntilServed(victim, Request.INCREMENT));
    }
    long view = status(other).viewNumber();

    long pid = cluster.pids().get(victim);
    Signal.STOP.send(pid);
    long stopped = System.nanoTime();
    NodeStatus after;
    try {
      crowd.inParallel(1, user -> user.send(other, Request.INCREMENT));
      after = status(other);
    } finally {
      Signal.CONT.send(pid);
    }

    List<Exchange> takeovers = crowd.exchanges().filter(e -> e.sentNanos() - stopped > 0).toList();
    System.out.printf(
        Locale.ROOT,
        "first requests after SIGSTOP of their primary: %s, %s ms%n",
        Crowd.outcomes(takeovers),
        takeovers.stream().map(Crowd::millis).sorted().toList());
    assertThat(takeovers)
        .hasSize(crowd.users().size())
        .allSatisfy(
            takeover -> {
              assertThat(takeover.reply()).isInstanceOf(Reply.Served.class);
              assertThat(((Reply.Served) takeover.reply()).value()).as("counter").isEqualTo(4);
              assertThat(Crowd.millis(takeover)).as("ms").isLessThan(TAKEOVER.toMillis());
            });
    assertThat(after.viewNumber()).as("view, before and after").isEqualTo(view);
    assertThat(after.viewMembers()).contains(name(victim));
  }

  @Test
  void refusesOrTellsTheTruth_whenANodeWakesAfterAPause() throws Exception {
    start(3);
    int victim = 0; // it founded the cluster, so the others also need a new coordinator
    int other = 1;
    int third = 2;
    Crowd crowd = crowd(40);
    crowd.inParallel(
        1,
        user -> {
          int home = user.nextNode();
          for (int i = 0; i < 5; i++) {
            user.sendUntilServed(home, Request.INCREMENT);
          }
          return null;
        });

    long pid = cluster.pids().get(victim);
    Signal.STOP.send(pid);
    List<Future<Reply>> trapped = new ArrayList<>();
    long woken;
    try {
      // These lie in the sockets of the stopped process and are the first that it sees.
      for (ParallelUser user : crowd.users()) {
        trapped.add(threads.submit(() -> user.send(victim, Request.READ)));
        trapped.add(threads.submit(() -> user.send(victim, Request.INCREMENT)));
      }
      Future<Long> excluded = inBackground(() -> !sees(other, victim) && !sees(third, victim));
      crowd.inParallel(
          1,
          user -> {
            // Half of the sessions are taken over at once: the stopped node is told, and finds that
            // when it wakes. Of the others nobody tells a node that is in no view any more.
            boolean early = crowd.users().indexOf(user) % 2 == 0;
            if (!early) {
              excluded.get();
            }
            for (int i = 0; i < 10 || early && !excluded.isDone(); i++) {
              user.send(i % 2 == 0 ? other : third, i % 3 == 0 ? Request.READ : Request.INCREMENT);
            }
            return null;
          });
      excluded.get();
      assertThat(sees(other, victim) || sees(third, victim)).as("victim in a view").isFalse();
    } finally {
      woken = System.nanoTime();
      Signal.CONT.send(pid);
    }
    Future<Long> back = inBackground(() -> sees(other, victim) || sees(third, victim));
    crowd.inParallel(
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
    long backNanos = back.get();
    WholeCluster.await(cluster.nodes(), WHOLE);
    for (int round = 0; round < 3; round++) {
      crowd.inParallel(1, user -> user.sendUntilServed(user.nextNode(), Request.INCREMENT));
    }

    Predicate<Exchange> ofWoken = e -> e.node().equals(name(victim)) && e.doneNanos() - woken > 0;
    Predicate<Exchange> whileOutside = ofWoken.and(e -> e.doneNanos() - backNanos < 0);
    crowd.print("node stopped and woken", (System.nanoTime() - woken) / 1e9);
    print("of the woken node until it was back in a view", crowd, whileOutside);
    print("of the woken node from then on", crowd, ofWoken.and(whileOutside.negate()));

    assertThat(crowd.judgePromiseAnd(whileOutside)).isEmpty();
    assertThat(crowd.oddAnswers()).isEmpty();
    assertThat(crowd.exchanges().filter(ofWoken))
        .as("answers of the woken node")
        .hasSizeGreaterThan(crowd.users().size())
        .as("served again in the end")
        .anyMatch(e -> e.reply() instanceof Reply.Served);
    assertThat(crowd.users().stream().filter(user -> wasTakenOver(user, victim, woken)))
        .as("users whose session others took over from the stopped node")
        .isNotEmpty()
        .as("of them, who were refused by the woken node")
        .anyMatch(
            user ->
                user.log().exchanges().stream()
                    .anyMatch(whileOutside.and(SharedSessionIT::isRefusal)));
  }

  /** Whether {@code victim} served the session, and others raised it before {@code woken}. */
  private static boolean wasTakenOver(ParallelUser user, int victim, long woken) {
    List<Exchange> increments =
        user.log().exchanges().stream()
            .filter(e -> e.request() == Request.INCREMENT && e.reply() instanceof Reply.Served)
            .filter(e -> e.doneNanos() - woken < 0)
            .toList();
    return increments.get(0).node().equals(name(victim))
        && !increments.get(increments.size() - 1).node().equals(name(victim));
  }

  private void start(int nodes, String... options) {
    cluster =
        new ProcessLauncher()
            .withNodeOptions(options)
            .start(
                new ClusterSettings(nodes, "sync", "MODIFIED_ATTRIBUTE", 1, workDir.toString()),
                line -> {});
  }

  private List<Target> targets() {
    return cluster.nodes().stream().map(node -> new Target(node.name(), node.http())).toList();
  }

  private Crowd crowd(int size) {
    return new Crowd(size, targets(), engine, "", PATIENCE, threads);
  }

  private static String name(int node) {
    return "node-" + (node + 1);
  }

  private NodeStatus status(int node) {
    return Statuses.of(cluster.nodes().get(node));
  }

  /** Whether {@code member} is in the view of {@code node}; true if the node does not say. */
  private boolean sees(int node, int member) {
    return cluster
        .nodes()
        .get(node)
        .status()
        .map(status -> status.viewMembers().contains(name(member)))
        .orElse(true);
  }

  /** Waits for {@code event} on another thread; brings when that was. */
  private Future<Long> inBackground(Callable<Boolean> event) {
    return threads.submit(
        () -> {
          Awaitility.await().atMost(DETECTION).pollInterval(POLL).until(event);
          return System.nanoTime();
        });
  }

  private static boolean isRefusal(Exchange exchange) {
    return exchange.reply() instanceof Reply.Unanswered why && why.reason().equals("unavailable");
  }

  private static boolean isProtected(Exchange exchange) {
    return exchange.reply() instanceof Reply.Served served
        && served.protection() == Reply.Protection.PROTECTED;
  }

  private static long served(List<Exchange> exchanges, Request request) {
    return exchanges.stream()
        .filter(e -> e.request() == request && e.reply() instanceof Reply.Served)
        .count();
  }

  private static void print(String what, Crowd crowd, Predicate<Exchange> which) {
    List<Exchange> exchanges = crowd.exchanges().filter(which).toList();
    System.out.println("  " + what + ": " + Crowd.outcomes(exchanges));
  }

  private Map<String, Long> counters(String... names) {
    Map<String, Long> sums = new TreeMap<>();
    for (ClusterNode node : cluster.nodes()) {
      Map<String, Long> counters = Statuses.of(node).counters();
      for (String name : names) {
        sums.merge(name, counters.getOrDefault(name, 0L), Long::sum);
      }
    }
    return sums;
  }
}
