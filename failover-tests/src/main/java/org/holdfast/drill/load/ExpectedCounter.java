// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import org.holdfast.history.Reply;

/**
 * What one user may expect of the next answer, for the moment in which it comes; constant memory,
 * constant time. Says when a user is well again after a fault; whether it was told the truth is for
 * the history checker to say, from the whole log.
 *
 * <p>Each attempt adds one to the counter, and several may be under way at once, answered in any
 * order. From below, an answer is bound by the largest one before its request was sent. From above,
 * by the requests that can have run: an answer {@code a} leaves room for one more for each that was
 * not yet answered when its own request was sent, and the smallest such headroom of all answers
 * binds every later one. An attempt without an answer may or may not have been applied, at any
 * later time too. With one request at a time the next answer to {@code n} after {@code u} attempts
 * without one lies within {@code [n + 1, n + 1 + u]}. Not thread-safe.
 */
final class ExpectedCounter {
  private long shown;
  private long answered;
  private long unanswered;
  private long underWay;
  private long headroom;

  /** Fingerprint of the session of the last answer, empty before the first. */
  private String session = "";

  String session() {
    return session;
  }

  /** The largest answer so far, which every later request must show; 0 before the first. */
  long shown() {
    return shown;
  }

  /** Requests that were answered so far: they have certainly run. */
  long answered() {
    return answered;
  }

  /** A request that counts goes out. */
  void asked() {
    underWay++;
  }

  /** It came back, with or without an answer; before anything else is said of it. */
  void returned() {
    underWay--;
  }

  /** It came back without an answer. */
  void failed(FailureKind kind) {
    if (kind.mayHaveBeenApplied()) {
      unanswered++;
    }
  }

  /**
   * Expects from now on what follows from {@code answer}; returns whether it was right itself.
   *
   * @param floor what {@link #shown} was when the request was sent
   * @param certain what {@link #answered} was then
   */
  boolean accept(Reply.Served answer, long floor, long certain) {
    boolean right = judge(answer, 1, floor, certain) && (floor == 0 || !answer.created());
    answered++;
    return right;
  }

  /** The same for an answer to a request that does not count. */
  boolean acceptUncounted(Reply.Served answer, long floor, long certain) {
    return judge(answer, 0, floor, certain);
  }

  /** The same for an answer without a counter: all that it can show is another session. */
  boolean acceptUnnumbered(Reply.Served answer, long floor) {
    shown = answer.value();
    session = answer.id();
    return floor == 0 || !answer.created();
  }

  private boolean judge(Reply.Served answer, int adds, long floor, long certain) {
    long value = answer.value();
    long highest = headroom + answered + unanswered + underWay + adds;
    long room = value - adds - certain;
    boolean tooLow = value < floor + adds;
    boolean tooHigh = value > highest;
    if (tooHigh || answer.created()) {
      headroom = room; // what follows is judged by this
    } else if (!tooLow) {
      headroom = Math.min(headroom, room);
    }
    shown = tooLow || tooHigh ? value : Math.max(shown, value);
    session = answer.id();
    return !tooLow && !tooHigh;
  }

  /** The session has ended; the next request still carries its id. */
  void ended() {
    shown = 0;
    answered = 0;
    headroom = 0;
  }

  /** The user has thrown its id away. */
  void forgotten() {
    ended();
    session = "";
  }
}
