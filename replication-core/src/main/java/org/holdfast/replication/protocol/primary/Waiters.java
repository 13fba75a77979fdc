// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.primary;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.turn.Turn;

/** The responses that wait for a session to be protected. Guarded by the lock of the session. */
public final class Waiters {
  /**
   * The condition that a response waits for.
   *
   * @param version the version that must be protected
   * @param askedSinceNanos the time since which the holders must have been asked: the answer to an
   *     earlier question does not tell whether another member has taken the session over since
   * @param waitNanos the longest wait, after which the callback receives {@link
   *     Outcome#UNCONFIRMED}
   * @param patient whether to wait also while no member can acknowledge anything
   * @param callback the receiver of the outcome, called exactly once, unless {@link Primary#await}
   *     returns the outcome at once
   */
  public record Wait(
      long version,
      long askedSinceNanos,
      long waitNanos,
      boolean patient,
      Consumer<Outcome> callback) {}

  /** A response that waits until the first tick after its deadline. */
  private record Waiter(Wait wanted, long deadlineNanos) {}

  private final List<Waiter> waiters = new ArrayList<>(1);

  void add(Wait wait, long nowNanos) {
    waiters.add(new Waiter(wait, nowNanos + wait.waitNanos()));
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /** Answers the responses that have what they wait for. */
  void serve(long protectedVersion, long freshNanos, Turn turn) {
    answer(
        waiter ->
            protectedVersion >= waiter.wanted.version()
                && freshNanos - waiter.wanted.askedSinceNanos() >= 0,
        Outcome.PROTECTED,
        turn);
  }

  /** Answers the responses whose time is over. */
  void expire(Turn turn) {
    long nowNanos = turn.nowNanos();
    answer(waiter -> nowNanos - waiter.deadlineNanos >= 0, Outcome.UNCONFIRMED, turn);
  }

  /** Answers the responses that do not want to wait while no member can acknowledge anything. */
  void giveUp(Turn turn) {
    answer(waiter -> !waiter.wanted.patient(), Outcome.DEGRADED, turn);
  }

  /** Answers all responses, since this member may not serve. */
  void refuse(Turn turn) {
    answer(waiter -> true, Outcome.SHUT_OUT, turn);
  }

  /** Answers all responses, since the session belongs to another member. */
  void fence(Turn turn) {
    answer(waiter -> true, Outcome.FENCED, turn);
  }

  private void answer(Predicate<Waiter> which, Outcome outcome, Turn turn) {
    for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
      Waiter waiter = each.next();
      if (which.test(waiter)) {
        each.remove();
        turn.later(() -> waiter.wanted.callback().accept(outcome));
      }
    }
  }
}
