// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.holdfast.history.Reply.Protection;

/**
 * A log of the mixed workload, written by hand: each exchange says from when to when, in
 * milliseconds. Its token is its place in the log, from 1 on.
 */
final class MixedLog {
  private final SessionLog log = new SessionLog("user 7");
  private long tokens;

  private String sentId = "s";
  private Protection protection = Protection.PROTECTED;
  private long heldMillis;
  private String cookieId = "";

  /** A session "s" that began at 0 ms. */
  static MixedLog begun() {
    MixedLog log = new MixedLog().carrying("");
    log.served(Request.CREATE, 0, 5, "s", true, "");
    return log.carrying("s");
  }

  /** Exchanges from here on carry {@code id}. */
  MixedLog carrying(String id) {
    sentId = id;
    return this;
  }

  /** Answers from here on say this of their copies. */
  MixedLog saying(Protection said) {
    protection = said;
    return this;
  }

  /** The next answer is held for that long and sets a cookie with {@code id}. */
  MixedLog heldWithCookie(long millis, String id) {
    heldMillis = millis;
    cookieId = id;
    return this;
  }

  MixedLog changed(long from, long to, String changes, String shown) {
    return served(Request.CHANGE, from, to, sentId, false, shown, changes.split(" "));
  }

  MixedLog changedWithoutAnswer(long from, long to, String changes) {
    return add(
        Request.CHANGE, from, to, new Reply.Unanswered(true, "timed-out"), "", changes.split(" "));
  }

  MixedLog read(long from, long to, String shown) {
    return served(Request.READ, from, to, sentId, false, shown);
  }

  /** Exchanges from here on carry the new id. */
  MixedLog renamed(long from, long to, String newId) {
    return served(Request.RENAME, from, to, newId, false, "").carrying(newId);
  }

  MixedLog renamedWithoutAnswer(long from, long to) {
    return add(Request.RENAME, from, to, new Reply.Unanswered(true, "timed-out"), "");
  }

  MixedLog loggedOut(long from, long to) {
    return served(Request.INVALIDATE, from, to, sentId, false, "");
  }

  MixedLog notFound(Request request, long from, long to) {
    return add(request, from, to, new Reply.NotFound(), "");
  }

  MixedLog served(
      Request request,
      long from,
      long to,
      String id,
      boolean created,
      String shown,
      String... changes) {
    return add(request, from, to, new Reply.Served(1, id, created, protection), shown, changes);
  }

  private MixedLog add(
      Request request, long from, long to, Reply reply, String shown, String... changes) {
    List<Change> parsed =
        Arrays.stream(changes).map(Change::parse).map(Optional::orElseThrow).toList();
    Mixed mixed =
        new Mixed(
            ++tokens,
            parsed,
            TimeUnit.MILLISECONDS.toNanos(heldMillis),
            false,
            cookieId,
            new Contents(shown));
    heldMillis = 0;
    cookieId = "";
    log.add(
        new Exchange(
            request,
            TimeUnit.MILLISECONDS.toNanos(from),
            TimeUnit.MILLISECONDS.toNanos(to),
            "node-1",
            sentId,
            reply,
            mixed));
    return this;
  }

  /** The documented promise. */
  Findings check() {
    return HistoryChecker.check(log, HistoryRules.promise());
  }

  Findings checkEveryAnswer() {
    return HistoryChecker.check(log, HistoryRules.everyAnswer());
  }
}
