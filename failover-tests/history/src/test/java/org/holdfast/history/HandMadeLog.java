// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.concurrent.TimeUnit;
import org.holdfast.history.Reply.Protection;

/**
 * Writes a log by hand. One after the other: each request takes 500 ms and the next follows 500 ms
 * later. In parallel: times are given.
 */
final class HandMadeLog {
  private static final long STEP_MILLIS = 500;

  private final SessionLog log = new SessionLog("user 7");
  private String id = "";
  private String node = "n";
  private long nowMillis;

  static HandMadeLog begin() {
    return new HandMadeLog();
  }

  /** Creates the session "s" and counts it up to {@code count}. */
  static HandMadeLog counted(int count) {
    HandMadeLog log = begin().created("s");
    for (int value = 2; value <= count; value++) {
      log.incremented(value);
    }
    return log;
  }

  HandMadeLog on(String otherNode) {
    node = otherNode;
    return this;
  }

  HandMadeLog pausedMillis(long millis) {
    nowMillis += millis;
    return this;
  }

  /** An increment that finds no session and begins {@code newId}. */
  HandMadeLog created(String newId) {
    served(Request.INCREMENT, 1, newId, true, Protection.PROTECTED);
    id = newId;
    return this;
  }

  HandMadeLog incremented(long... values) {
    for (long value : values) {
      served(Request.INCREMENT, value, id, false, Protection.PROTECTED);
    }
    return this;
  }

  HandMadeLog unprotected(Request request, long value) {
    return served(request, value, id, false, Protection.UNPROTECTED);
  }

  HandMadeLog read(long value) {
    return served(Request.READ, value, id, false, Protection.PROTECTED);
  }

  HandMadeLog renamed(String newId, long value) {
    served(Request.RENAME, value, newId, false, Protection.PROTECTED);
    id = newId;
    return this;
  }

  HandMadeLog renamedUnprotected(String newId, long value) {
    served(Request.RENAME, value, newId, false, Protection.UNPROTECTED);
    id = newId;
    return this;
  }

  HandMadeLog invalidated(long value) {
    return served(Request.INVALIDATE, value, id, false, Protection.PROTECTED);
  }

  HandMadeLog served(
      Request request, long value, String answeredId, boolean created, Protection protection) {
    return next(request, new Reply.Served(value, answeredId, created, protection));
  }

  /** A protected answer that states what it rests on, such as {@code 3/node-1/1/7}. */
  HandMadeLog resting(Request request, long value, String position) {
    return next(
        request,
        new Reply.Served(value, id, false, Protection.PROTECTED, Position.parse(position)));
  }

  /** The same for the answer that begins a session. */
  HandMadeLog createdResting(String newId, String position) {
    next(
        Request.INCREMENT,
        new Reply.Served(1, newId, true, Protection.PROTECTED, Position.parse(position)));
    id = newId;
    return this;
  }

  /** The client sends {@code oldId} from now on. */
  HandMadeLog withId(String oldId) {
    id = oldId;
    return this;
  }

  HandMadeLog notFound(Request request) {
    return next(request, new Reply.NotFound());
  }

  HandMadeLog refused(Request request) {
    return next(request, new Reply.Unanswered(false, "refused"));
  }

  HandMadeLog unanswered(Request request) {
    return next(request, new Reply.Unanswered(true, "timed-out"));
  }

  /** A protected answer from {@code fromMillis} to {@code toMillis}. */
  HandMadeLog parallel(Request request, long fromMillis, long toMillis, long value) {
    add(request, fromMillis, toMillis, new Reply.Served(value, id, false, Protection.PROTECTED));
    return this;
  }

  private HandMadeLog next(Request request, Reply reply) {
    add(request, nowMillis, nowMillis + STEP_MILLIS, reply);
    nowMillis += 2 * STEP_MILLIS;
    return this;
  }

  private void add(Request request, long fromMillis, long toMillis, Reply reply) {
    long from = TimeUnit.MILLISECONDS.toNanos(fromMillis);
    long to = TimeUnit.MILLISECONDS.toNanos(toMillis);
    log.add(new Exchange(request, from, to, node, id, reply));
  }

  /** The documented promise. */
  Findings check() {
    return HistoryChecker.check(log, HistoryRules.promise());
  }

  Findings checkEveryAnswer() {
    return HistoryChecker.check(log, HistoryRules.everyAnswer());
  }
}
