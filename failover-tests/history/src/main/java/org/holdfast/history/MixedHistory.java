// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Judges a log of the mixed workload, whose client has several requests of its session under way at
 * once while the session gets other ids, ends and begins anew. So its ids identify a session, not
 * the time of an answer. Not thread-safe; used once.
 */
final class MixedHistory {

  /** A session, by all of its ids. */
  private final class Life {
    private final List<Exchange> ends = new ArrayList<>();
    private final Map<String, AttributeHistory> attributes = new TreeMap<>();
    private final Progress progress = new Progress(rules);
    private boolean denied;

    void expect(Exchange exchange) {
      if (exchange.request() == Request.INVALIDATE) {
        ends.add(exchange);
      }
      for (Change change : exchange.mixed().changes()) {
        attribute(change.attribute()).expect(exchange, change);
      }
    }

    void accept(Exchange exchange) {
      exchange.mixed().contents().attributes().forEach(name -> attribute(name).accept(exchange));
    }

    /** Judges an answer that does not bind: it may lack changes, but must not invent any. */
    void verifyMade(Exchange exchange) {
      exchange
          .mixed()
          .contents()
          .attributes()
          .forEach(name -> attribute(name).verifyMade(exchange));
    }

    private AttributeHistory attribute(String name) {
      return attributes.computeIfAbsent(
          name, absent -> new AttributeHistory(log.name(), name, rules, times));
    }

    boolean mayHaveEnded(Exchange exchange) {
      return ends.stream().anyMatch(end -> end.sentNanos() <= exchange.doneNanos());
    }

    boolean hadEnded(long nanos) {
      return ends.stream().anyMatch(end -> isBinding(end) && end.doneNanos() < nanos);
    }
  }

  private final SessionLog log;
  private final List<Exchange> exchanges;
  private final HistoryRules rules;
  private final OperationTimes times;

  /** The later id by the id whose place it took. */
  private final Map<String, String> laterIds = new HashMap<>();

  /** The requests that may have given up an id, by that id. */
  private final Map<String, List<Exchange>> renames = new HashMap<>();

  /** The time at which an answer that binds first told of a session, by its id. */
  private final Map<String, Long> boundSince = new HashMap<>();

  /** The sessions by the last id that is known of each. */
  private final Map<String, Life> lives = new LinkedHashMap<>();

  private final List<Violation> violations = new ArrayList<>();

  /**
   * @param exchanges of {@code log}, in the order in which they were done
   */
  MixedHistory(SessionLog log, List<Exchange> exchanges, HistoryRules rules) {
    this.log = log;
    this.exchanges = exchanges;
    this.rules = rules;
    this.times =
        new OperationTimes(exchanges.stream().mapToLong(Exchange::sentNanos).min().orElse(0));
    exchanges.stream().filter(one -> one.request() == Request.RENAME).forEach(this::learnRename);
    exchanges.forEach(this::learnId);
    exchanges.stream().filter(Exchange::mayHaveRun).forEach(one -> lifeOf(one).expect(one));
  }

  Findings check() {
    long[] earliestSent = new long[exchanges.size() + 1];
    earliestSent[exchanges.size()] = Long.MAX_VALUE;
    for (int i = exchanges.size() - 1; i >= 0; i--) {
      earliestSent[i] = Math.min(earliestSent[i + 1], rules.mustShowBefore(exchanges.get(i)));
    }
    for (int i = 0; i < exchanges.size(); i++) {
      accept(exchanges.get(i));
      for (AttributeHistory one : lifeOf(exchanges.get(i)).attributes.values()) {
        one.prune(earliestSent[i + 1]);
      }
    }
    List<Exchange> lost = new ArrayList<>();
    for (Life life : lives.values()) {
      for (AttributeHistory one : life.attributes.values()) {
        violations.addAll(one.violations());
        lost.addAll(one.lost());
      }
    }
    return Findings.of(log, exchanges, lost.stream().distinct().toList(), violations);
  }

  private void learnRename(Exchange exchange) {
    String from = exchange.sentId();
    if (from.isEmpty() || !exchange.mayHaveRun()) {
      return;
    }
    if (!(exchange.reply() instanceof Reply.Served served)) {
      renames.computeIfAbsent(from, id -> new ArrayList<>()).add(exchange);
    } else if (!served.id().equals(from)) {
      renames.computeIfAbsent(from, id -> new ArrayList<>()).add(exchange);
      join(from, served.id());
    }
  }

  private void learnId(Exchange exchange) {
    if (!(exchange.reply() instanceof Reply.Served served) || served.id().isEmpty()) {
      return;
    }
    if (rules.binds(served)) {
      boundSince.merge(served.id(), exchange.doneNanos(), Math::min);
    }
    if (!served.created() && mayHaveGivenUp(exchange)) {
      join(exchange.sentId(), served.id()); // the change of id may have had no answer
    }
  }

  private void join(String id, String later) {
    String last = lastId(id);
    if (!last.equals(lastId(later))) {
      laterIds.put(last, later);
    }
  }

  private String lastId(String id) {
    String last = id;
    while (laterIds.containsKey(last)) {
      last = laterIds.get(last);
    }
    return last;
  }

  /** Returns the session that the request was about, or the one that it began. */
  private Life lifeOf(Exchange exchange) {
    String id = exchange.sentId();
    if (exchange.reply() instanceof Reply.Served served && (served.created() || id.isEmpty())) {
      id = served.id();
    }
    return lives.computeIfAbsent(lastId(id), last -> new Life());
  }

  private void accept(Exchange exchange) {
    if (revives(exchange)) {
      violate(Violation.Kind.RESURRECTED, exchange, "got the cookie of an id that it had given up");
    }
    if (exchange.reply() instanceof Reply.NotFound) {
      judgeDenial(exchange);
    } else if (exchange.reply() instanceof Reply.Served served) {
      if (served.created()) {
        judgeDenial(exchange);
      }
      if (rules.binds(served)) {
        acceptServed(exchange, served);
      } else {
        lifeOf(exchange).verifyMade(exchange);
      }
    }
  }

  private void acceptServed(Exchange exchange, Reply.Served served) {
    Life life = lifeOf(exchange);
    long before = rules.mustShowBefore(exchange);
    if (!served.created() && (life.hadEnded(before) || hadGivenUp(exchange.sentId(), before))) {
      violate(Violation.Kind.RESURRECTED, exchange, "was served under an id that it had given up");
      return;
    }
    life.progress
        .contradicted(exchange, served)
        .ifPresent(
            former ->
                violate(
                    Violation.Kind.REGRESSED,
                    exchange,
                    "was served state "
                        + served.position().orElseThrow()
                        + " for "
                        + exchange.request()
                        + ", which is no newer than state "
                        + former
                        + " before"));
    life.accept(exchange);
  }

  /**
   * Judges an answer that denies the session of the id sent, or begins a new one: right only if
   * that id had ended or been given up, or nothing that binds had told of it. There is no window
   * for that, even of a read: a node that does not know asks.
   */
  private void judgeDenial(Exchange exchange) {
    String id = exchange.sentId();
    if (id.isEmpty() || boundSince.getOrDefault(id, Long.MAX_VALUE) >= exchange.sentNanos()) {
      return;
    }
    Life life = lives.computeIfAbsent(lastId(id), last -> new Life());
    if (!life.denied && !life.mayHaveEnded(exchange) && !mayHaveGivenUp(exchange)) {
      life.denied = true;
      violate(Violation.Kind.RESET, exchange, "was told that its session is not there");
    }
  }

  /**
   * Returns whether the answer sets a cookie whose id was given up before the answer can have
   * begun. An unprotected answer may repeat the id of a request that was sent after that: a node
   * behind a cut does not know it, and the client had the id already.
   */
  private boolean revives(Exchange exchange) {
    String id = exchange.mixed().cookieId();
    if (id.isEmpty()) {
      return false;
    }
    boolean repeatsIt = id.equals(exchange.sentId()) && wasGone(id, exchange.sentNanos());
    long held = exchange.sentNanos() + exchange.mixed().heldNanos();
    long begun = Math.min(held, exchange.doneNanos()); // a server need not hold what it refuses
    return wasGone(id, begun) && (!repeatsIt || isBinding(exchange));
  }

  /**
   * Returns whether a binding answer before {@code nanos} gave up {@code id} or ended its session.
   */
  private boolean wasGone(String id, long nanos) {
    Life life = lives.get(lastId(id));
    return hadGivenUp(id, nanos) || (life != null && life.hadEnded(nanos));
  }

  private boolean mayHaveGivenUp(Exchange exchange) {
    return renames.getOrDefault(exchange.sentId(), List.of()).stream()
        .anyMatch(rename -> rename.sentNanos() <= exchange.doneNanos());
  }

  private boolean hadGivenUp(String id, long nanos) {
    return renames.getOrDefault(id, List.of()).stream()
        .anyMatch(rename -> isBinding(rename) && rename.doneNanos() < nanos);
  }

  private boolean isBinding(Exchange exchange) {
    return exchange.reply() instanceof Reply.Served served && rules.binds(served);
  }

  private void violate(Violation.Kind kind, Exchange exchange, String what) {
    violations.add(new Violation(kind, log.name(), exchange, what + " by " + times.of(exchange)));
  }
}
