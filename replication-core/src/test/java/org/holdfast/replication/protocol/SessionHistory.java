// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.holdfast.history.Exchange;
import org.holdfast.history.Findings;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.holdfast.history.SessionLog;
import org.holdfast.history.Violation;

/**
 * The answers to the clients of one simulation, and the rules that they must follow: I1 and I3 (one
 * history of protected updates, each built on the one before), I4 (an acknowledged end stays one),
 * I7 (who is fenced answers nothing), I8 (no state is mixed from two). Fails at the very step that
 * breaks a rule; the run as a whole is judged by {@link HistoryChecker}, as drills are, which also
 * knows of ids that were given up (I9).
 */
final class SessionHistory {
  /**
   * The updates that had been acknowledged when a request started; its answer must not contradict
   * that.
   *
   * @param sentId the id that the request carries, empty if it is not said
   * @param floor the newest update that had been, 0 if none
   * @param readFloor the same for a read, which may miss a moment
   */
  record Start(
      String key,
      Request request,
      String node,
      String sentId,
      long sentNanos,
      int floor,
      int readFloor,
      boolean ended,
      boolean endedLongAgo) {}

  private static final class Told {
    final Set<Long> values = new HashSet<>();
    final TreeMap<Long, Integer> newestByTime = new TreeMap<>();
    int newest;
    Epoch epoch = Epoch.NONE;
    boolean ended;
    long endedNanos;
    boolean endTried;
    boolean expired;
  }

  /** The freshness of an acknowledgement and the longest way of a message. */
  private final long readWindowNanos;

  final Lineage lineage = new Lineage();
  private final Map<String, Told> sessions = new HashMap<>();
  private final Map<String, SessionLog> logs = new TreeMap<>();
  private final Set<Start> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private long protectedAnswers;
  private long ids = SimulatedClient.FIRST_ID;

  /**
   * @param skew how far a clock's rate may be from the true one, as a fraction
   * @param leased whether takeovers wait until the former primary can answer nothing any more
   */
  SessionHistory(double skew, boolean leased) {
    long fresh = (long) (SimulatedCluster.CONFIG.freshNanos() / (1 - skew));
    readWindowNanos = leased ? 0 : fresh + SimulatedNetwork.LONGEST_WAY + SimulatedClock.millis(10);
  }

  /**
   * Called when a request starts. A read may miss what was acknowledged a moment ago: a primary may
   * not know of its successor for as long as its newest acknowledgement is fresh, unless takeovers
   * wait for that.
   */
  Start start(String key, Request request, SimulatedNode node, String sentId, long nowNanos) {
    Told told = told(key);
    Map.Entry<Long, Integer> then = told.newestByTime.floorEntry(nowNanos - readWindowNanos);
    boolean endedLongAgo = told.ended && nowNanos - told.endedNanos > readWindowNanos;
    Start start =
        new Start(
            key,
            request,
            node.self.name(),
            sentId,
            nowNanos,
            told.newest,
            then == null ? 0 : then.getValue(),
            told.ended,
            endedLongAgo);
    open.add(start);
    return start;
  }

  /**
   * Writes the client's log: {@code value} was answered.
   *
   * @param id that the session has now, empty if it is not said
   */
  void answered(Start start, long value, String id, Outcome outcome, long nowNanos) {
    if (outcome == Outcome.FENCED || outcome == Outcome.SHUT_OUT) {
      throw broken(
          "I7",
          start.key,
          "was answered with success by " + start.node + " although it was " + outcome);
    }
    log(
        start,
        nowNanos,
        new Reply.Served(
            value,
            id,
            start.request == Request.CREATE,
            outcome == Outcome.PROTECTED
                ? Reply.Protection.PROTECTED
                : Reply.Protection.UNPROTECTED));
  }

  /** Writes the client's log: the id is not the session's any more, or not yet here. */
  void refused(Start start, long nowNanos) {
    log(start, nowNanos, new Reply.Unanswered(false, "come again"));
  }

  /** Writes the client's log: the session is unknown. */
  void notFound(Start start, long nowNanos) {
    log(start, nowNanos, new Reply.NotFound());
  }

  private void log(Start start, long nowNanos, Reply reply) {
    if (open.remove(start)) {
      logs.computeIfAbsent(start.key, SessionLog::new)
          .add(
              new Exchange(
                  start.request, start.sentNanos, nowNanos, start.node, start.sentId, reply));
    }
  }

  /**
   * The verdict on the whole run, by the checker that judges drills too.
   *
   * @return how many requests were judged
   */
  long verify(long nowNanos) {
    // A request without an answer may have run: its node died, was fenced or never came to it.
    List.copyOf(open)
        .forEach(start -> log(start, nowNanos, new Reply.Unanswered(true, "unanswered")));
    HistoryRules rules =
        new HistoryRules(HistoryRules.Binding.PROTECTED_ANSWERS, Duration.ofNanos(readWindowNanos));
    long judged = 0;
    for (SessionLog log : logs.values()) {
      Findings findings = HistoryChecker.check(log, rules);
      if (!findings.clean()) {
        throw new AssertionError(
            "history broken: " + findings.violations().stream().map(Violation::describe).toList());
      }
      judged += log.exchanges().size();
    }
    return judged;
  }

  /** Whether anything about the session was ever answered as protected. */
  boolean isProtected(String key) {
    return told(key).newest > 0;
  }

  /** Whether its end was acknowledged. */
  boolean isEnded(String key) {
    return told(key).ended;
  }

  /** Whether its end was tried at least. */
  boolean mayHaveEnded(String key) {
    Told known = sessions.get(key);
    return known != null && known.endTried;
  }

  long protectedAnswers() {
    return protectedAnswers;
  }

  /** An id that no session has had. */
  long nextId() {
    return ++ids;
  }

  /** The highest epoch in which an update was acknowledged so far. */
  Epoch epochOf(String key) {
    return told(key).epoch;
  }

  /**
   * An update was acknowledged.
   *
   * @param before the highest epoch of which that was known when the update was made
   */
  void protectedUpdate(int update, Label label, Epoch before, Start start, long nowNanos) {
    String key = start.key;
    Told told = told(key);
    protectedAnswers++;
    long value = lineage.valueOf(update);
    verifyShows(update, start.floor, told, key);
    check(!start.ended, "I4", key, "was changed after its acknowledged end");
    check(
        start.request == Request.RENAME || told.values.add(value),
        "I3",
        key,
        "two requests were told " + value);
    verifyIsNotOlder(label, before, key);
    advance(update, label, told, nowNanos);
  }

  /** A read was acknowledged whose commit carried what earlier ones had held back. */
  void carried(String key, int update, Label label, Epoch before, long nowNanos) {
    verifyIsNotOlder(label, before, key);
    advance(update, label, told(key), nowNanos);
  }

  private static void verifyIsNotOlder(Label label, Epoch before, String key) {
    if (label.epoch().compareTo(before) < 0) {
      throw broken(
          "I3", key, "acknowledged in " + label + " what was made after an answer in " + before);
    }
  }

  private void advance(int update, Label label, Told told, long nowNanos) {
    told.epoch = Epoch.max(told.epoch, label.epoch());
    if (lineage.depthOf(update) > lineage.depthOf(told.newest)) {
      told.newest = update;
    }
    told.newestByTime.put(nowNanos, told.newest);
  }

  /** A read was acknowledged; it showed the state that {@code update} made. */
  void protectedRead(String key, int update, Start start) {
    protectedAnswers++;
    check(!start.endedLongAgo, "I4", key, "was read after its acknowledged end");
    verifyShows(update, start.readFloor, told(key), key);
  }

  private void verifyShows(int update, int floor, Told told, String key) {
    if (lineage.depthOf(update) < lineage.depthOf(floor)) {
      throw broken(
          "I1",
          key,
          "shows "
              + lineage.valueOf(update)
              + " although "
              + lineage.valueOf(floor)
              + " had been acknowledged before");
    }
    if (!lineage.isOneLine(update, told.newest)) {
      throw broken(
          "I3",
          key,
          "shows update "
              + update
              + " beside update "
              + told.newest
              + ", of which it knows nothing");
    }
  }

  /** A request to end the session ran; until it is answered, both outcomes are right. */
  void endTried(String key) {
    told(key).endTried = true;
  }

  void protectedEnd(String key, long nowNanos) {
    protectedAnswers++;
    told(key).ended = true;
    told(key).endedNanos = nowNanos;
  }

  /** A protected answer to a request with an old id. */
  void protectedVisit(String key, Start start) {
    check(!start.endedLongAgo, "I4", key, "was visited again after its acknowledged end");
  }

  /** A request is served, whether its answer will be protected or not. */
  void served(String key, Start start) {
    // A member that is cut off goes on with what has expired elsewhere, but can protect nothing.
    check(
        !start.ended || told(key).expired,
        "I4",
        key,
        "was served again after its acknowledged end");
  }

  /** A container ends the session: its users do not know. */
  void expired(String key) {
    told(key).expired = true;
    endTried(key);
  }

  void unknown(String key, Start start) {
    check(
        told(key).endTried || start.floor == 0,
        "I1",
        key,
        "is unknown although " + lineage.valueOf(start.floor) + " was acknowledged");
  }

  static void check(boolean holds, String invariant, String key, String what) {
    if (!holds) {
      throw broken(invariant, key, what);
    }
  }

  static AssertionError broken(String invariant, String key, String what) {
    return new AssertionError(invariant + " broken: session " + key + " " + what);
  }

  private Told told(String key) {
    return sessions.computeIfAbsent(key, none -> new Told());
  }
}
