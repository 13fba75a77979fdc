// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.drill.report.CountersReport;
import org.holdfast.drill.timeline.NodeWords;
import org.holdfast.history.Exchange;
import org.holdfast.history.Reply;
import org.holdfast.history.SessionLog;

/**
 * Holds what nodes counted of themselves against what users saw. Each side bears witness for the
 * other: a node that counts less than its users saw, or more than they can have caused, does not
 * know what it does, or the drill does not.
 *
 * <p>Counters of a process that ended are known up to its last answer only. So it may have counted
 * more than is known, and only what is too much is held against it.
 */
final class NodeCounters {
  private static final String REQUESTS = "requests";
  private static final String CREATED = "created";
  private static final String DEGRADED = "degradedResponses";
  private static final String DISCARDED = "discardedVersions";
  private static final String PRESUMED_LOST = "presumedLost";
  private static final List<String> COUNTERS =
      List.of(REQUESTS, CREATED, DEGRADED, DISCARDED, PRESUMED_LOST);

  /** What users saw of one node. */
  private static final class Seen {
    private long answers;
    private long unprotected;
    private long begun;
    private long unknown;
    private long unanswered;
  }

  private final boolean sync;
  private final List<String> contradictions = new ArrayList<>();

  private NodeCounters(boolean sync) {
    this.sync = sync;
  }

  /**
   * Compares them.
   *
   * @param sync whether an answer that was not protected is one that its node gave up waiting for
   * @param openAttempts attempts of which nobody knows what came of them, at most
   * @param lost answered updates that users lost
   */
  static CountersReport of(
      List<SessionLog> histories,
      List<NodeWords> words,
      boolean sync,
      long openAttempts,
      long lost) {
    Map<String, Seen> seen = new TreeMap<>();
    words.forEach(node -> seen.put(node.node(), new Seen()));
    for (SessionLog history : histories) {
      history
          .exchanges()
          .forEach(
              exchange -> add(seen.computeIfAbsent(exchange.node(), n -> new Seen()), exchange));
    }
    NodeCounters check = new NodeCounters(sync);
    List<CountersReport.Node> nodes = new ArrayList<>();
    for (NodeWords node : words) {
      Seen users = seen.getOrDefault(node.node(), new Seen());
      Map<String, Long> counted = new TreeMap<>();
      COUNTERS.forEach(name -> node.sum(name).ifPresent(sum -> counted.put(name, sum)));
      if (counted.size() == COUNTERS.size()) {
        nodes.add(
            new CountersReport.Node(
                node.node(),
                node.whole(),
                node.lives().size(),
                users.answers,
                users.unprotected,
                users.begun,
                users.unanswered,
                counted));
        check.judge(node, users, counted, openAttempts);
      }
    }
    if (sync) {
      check.judgeDiscarded(nodes, openAttempts);
    }
    check.judgeLosses(nodes, words.size(), lost);
    return new CountersReport(nodes, check.contradictions);
  }

  private static void add(Seen seen, Exchange exchange) {
    if (exchange.reply() instanceof Reply.Served served) {
      seen.answers++;
      seen.unprotected += served.protection() == Reply.Protection.UNPROTECTED ? 1 : 0;
      seen.begun += served.created() ? 1 : 0;
      seen.unknown += served.created() && !exchange.sentId().isEmpty() ? 1 : 0;
    } else if (exchange.reply() instanceof Reply.NotFound) {
      seen.answers++;
      seen.unknown++;
    } else {
      seen.unanswered++;
    }
  }

  private void judge(NodeWords node, Seen users, Map<String, Long> counted, long openAttempts) {
    long inDoubt = users.unanswered + openAttempts;
    between(node, counted, REQUESTS, users.answers, users.answers + inDoubt, "answered requests");
    between(node, counted, CREATED, users.begun, users.begun + inDoubt, "new sessions");
    if (sync) {
      between(
          node,
          counted,
          DEGRADED,
          users.unprotected,
          users.unprotected + inDoubt,
          "unprotected answers");
    }
    between(node, counted, PRESUMED_LOST, 0, users.unknown + inDoubt, "answers of no session");
  }

  private void between(
      NodeWords node, Map<String, Long> counted, String name, long least, long most, String what) {
    long value = counted.getOrDefault(name, 0L);
    if (value > most) {
      contradict(
          "%s counted %,d %s, more than the %,d that its users can have caused",
          node.node(), value, name, most);
    } else if (node.whole() && value < least) {
      contradict(
          "%s counted %,d %s, but its users saw %,d %s", node.node(), value, name, least, what);
    }
  }

  /**
   * A version that is given up was in no answer, or in one that said that it was not protected.
   * Whoever has a copy of it counts it, not the node alone that gave the answer.
   */
  private void judgeDiscarded(List<CountersReport.Node> nodes, long openAttempts) {
    long discarded =
        nodes.stream().mapToLong(node -> node.counted().getOrDefault(DISCARDED, 0L)).sum();
    long versions =
        nodes.stream().mapToLong(node -> node.unprotected() + node.unanswered()).sum()
            + openAttempts;
    if (discarded > versions * nodes.size()) {
      contradict(
          "the nodes counted %,d %s, more than %d copies each of the %,d that users can have caused",
          discarded, DISCARDED, nodes.size(), versions);
    }
  }

  /** Who lost something must hear of it from somebody, unless the witness may have died. */
  private void judgeLosses(List<CountersReport.Node> nodes, int all, long lost) {
    boolean everyWitness =
        nodes.size() == all && nodes.stream().allMatch(CountersReport.Node::whole);
    long told =
        nodes.stream()
            .mapToLong(
                node ->
                    node.counted().getOrDefault(DISCARDED, 0L)
                        + node.counted().getOrDefault(PRESUMED_LOST, 0L))
            .sum();
    if (lost > 0 && everyWitness && told == 0) {
      contradict("users lost %,d answered updates, of which no node knows", lost);
    }
  }

  private void contradict(String pattern, Object... values) {
    contradictions.add(String.format(Locale.ROOT, pattern, values));
  }
}
