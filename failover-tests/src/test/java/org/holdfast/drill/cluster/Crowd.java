// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.holdfast.drill.load.HttpEngine;
import org.holdfast.drill.load.ParallelUser;
import org.holdfast.drill.load.Target;
import org.holdfast.history.Exchange;
import org.holdfast.history.Findings;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.SessionLog;
import org.holdfast.history.Violation;

/** Users with a session each, who work at the same time; what they were told is judged together. */
final class Crowd {
  private final List<ParallelUser> users;
  private final ExecutorService threads;

  /**
   * @param patience longest wait of each for an answer
   * @param threads as many as work at once, at least
   */
  Crowd(
      int size,
      List<Target> targets,
      HttpEngine engine,
      String query,
      Duration patience,
      ExecutorService threads) {
    this.users =
        IntStream.range(0, size)
            .mapToObj(number -> new ParallelUser(number, targets, engine, query, patience))
            .toList();
    this.threads = threads;
  }

  /** What a user does on one of its threads. */
  interface Work {
    Object of(ParallelUser user) throws Exception;
  }

  List<ParallelUser> users() {
    return users;
  }

  /** Has each user do the work on {@code each} threads at once; returns when all are done. */
  void inParallel(int each, Work work) throws Exception {
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

  Stream<Exchange> exchanges() {
    return users.stream().flatMap(user -> user.log().exchanges().stream());
  }

  /** What was wrong or lost, one line each. */
  List<String> judge(HistoryRules rules) {
    return users.stream().flatMap(user -> judge(user.log(), rules)).toList();
  }

  /** The documented promise; and those answers that are {@code meant} bind whatever they said. */
  List<String> judgePromiseAnd(Predicate<Exchange> meant) {
    return users.stream()
        .flatMap(user -> judge(atTheirWord(user.log(), meant), HistoryRules.promise()))
        .toList();
  }

  private static Stream<String> judge(SessionLog log, HistoryRules rules) {
    Findings findings = HistoryChecker.check(log, rules);
    return Stream.concat(
        findings.violations().stream().map(Violation::describe),
        findings.lostUpdates().stream().map(lost -> "lost " + lost));
  }

  private static SessionLog atTheirWord(SessionLog log, Predicate<Exchange> meant) {
    SessionLog strict = new SessionLog(log.name());
    for (Exchange each : log.exchanges()) {
      strict.add(
          meant.test(each) && each.reply() instanceof Reply.Served served
              ? new Exchange(
                  each.request(),
                  each.sentNanos(),
                  each.doneNanos(),
                  each.node(),
                  each.sentId(),
                  new Reply.Served(
                      served.value(), served.id(), served.created(), Reply.Protection.UNSTATED))
              : each);
    }
    return strict;
  }

  /** Answers that no node may give, see {@link ParallelUser#oddAnswers}. */
  List<String> oddAnswers() {
    return users.stream().flatMap(user -> user.oddAnswers().stream()).distinct().toList();
  }

  long slowestMillis() {
    return exchanges().mapToLong(Crowd::millis).max().orElse(0);
  }

  static long millis(Exchange exchange) {
    return (exchange.doneNanos() - exchange.sentNanos()) / 1_000_000;
  }

  void print(String what, double seconds) {
    List<Exchange> all = exchanges().toList();
    System.out.printf(
        Locale.ROOT,
        "%s: %d requests in %.1f s, %s, slowest %d ms%n",
        what,
        all.size(),
        seconds,
        outcomes(all),
        slowestMillis());
  }

  /** How often what came of the requests, by name. */
  static Map<String, Long> outcomes(List<Exchange> exchanges) {
    Map<String, Long> counts = new TreeMap<>();
    for (Exchange exchange : exchanges) {
      Reply reply = exchange.reply();
      String outcome =
          reply instanceof Reply.Served served
              ? served.protection().name().toLowerCase(Locale.ROOT)
              : reply instanceof Reply.Unanswered unanswered ? unanswered.reason() : "not-found";
      counts.merge(outcome, 1L, Long::sum);
    }
    return counts;
  }
}
