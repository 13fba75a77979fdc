// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.history.Exchange;
import org.holdfast.history.Findings;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.holdfast.history.SessionLog;
import org.holdfast.history.Violation;

/** What one user was answered, made by hand; requests take 5 ms. */
final class UserHistory {
  private final SessionLog log = new SessionLog("user 7");
  private String id = "";

  SessionLog log() {
    return log;
  }

  Findings findings() {
    return HistoryChecker.check(log, HistoryRules.everyAnswer());
  }

  /** Those that say that the session was replaced by a new one. */
  List<Violation> resets() {
    return findings().violations().stream()
        .filter(found -> found.kind() == Violation.Kind.RESET)
        .toList();
  }

  void answered(long millis, String node, long value, boolean created) {
    String sent = id;
    id = created ? "session-" + millis : id;
    add(
        Request.INCREMENT,
        millis,
        node,
        sent,
        new Reply.Served(value, id, created, Reply.Protection.PROTECTED));
  }

  /** An answer that says that no copy has it. */
  void answeredUnprotected(long millis, String node, long value) {
    add(
        Request.INCREMENT,
        millis,
        node,
        id,
        new Reply.Served(value, id, false, Reply.Protection.UNPROTECTED));
  }

  /** A login: the session goes on under another id. */
  void renamed(long millis, String node, long value) {
    renamed(millis, node, value, Reply.Protection.PROTECTED);
  }

  void renamedUnprotected(long millis, String node, long value) {
    renamed(millis, node, value, Reply.Protection.UNPROTECTED);
  }

  private void renamed(long millis, String node, long value, Reply.Protection protection) {
    String sent = id;
    id = "renamed-" + millis;
    add(Request.RENAME, millis, node, sent, new Reply.Served(value, id, false, protection));
  }

  /** The user still sends the id that it had before. */
  void isBackAt(String former) {
    id = former;
  }

  String id() {
    return id;
  }

  void ended(long millis, String node) {
    ended(millis, node, 0);
  }

  /** A logout that is told the last value of the counter. */
  void ended(long millis, String node, long value) {
    add(
        Request.INVALIDATE,
        millis,
        node,
        id,
        new Reply.Served(value, "", false, Reply.Protection.PROTECTED));
    id = "";
  }

  private void add(Request request, long millis, String node, String sent, Reply reply) {
    log.add(new Exchange(request, at(millis - 5), at(millis), node, sent, reply));
  }

  static long at(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** A fault that nobody heals. */
  static Incident.What killed(Set<Integer> orphans, ClusterNode... nodes) {
    return new Incident.What(
        "killed " + nodes[0].name(),
        "kill",
        List.of(nodes),
        new BitSet(),
        1,
        orphans,
        List.of(nodes),
        true,
        FaultEffects.ViewChange.NONE,
        false,
        Duration.ZERO);
  }
}
