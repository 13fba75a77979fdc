// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Responses that wait for a session to be protected. Guarded by the lock of the session. */
final class Waiters {
  /**
   * What a response waits for.
   *
   * @param version that must be protected
   * @param askedSinceNanos since when the holders must have been asked: the answer to an earlier
   *     question says nothing of whether another member has gone on with the session since
   * @param waitNanos longest wait, after which the callback hears {@link Outcome#UNCONFIRMED}
   * @param patient whether to wait also while nobody is there to acknowledge anything
   * @param callback hears exactly once, unless whoever waits is answered at once
   */
  record Wait(
      long version,
      long askedSinceNanos,
      long waitNanos,
      boolean patient,
      Consumer<Outcome> callback) {}

  /** No acknowledgement counts after the deadline. */
  private record Waiter(Wait wanted, long deadlineNanos) {}

  private final List<Waiter> waiters = new ArrayList<>(1);

  void add(Wait wait, long nowNanos) {
    waiters.add(new Waiter(wait, nowNanos + wait.waitNanos()));
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /** Answers those that have what they wait for. */
  void serve(long protectedVersion, long freshNanos, Effects effects) {
    answer(
        waiter ->
            protectedVersion >= waiter.wanted.version()
                && freshNanos - waiter.wanted.askedSinceNanos() >= 0,
        Outcome.PROTECTED,
        effects);
  }

  /** Answers those whose time is over. */
  void expire(long nowNanos, Effects effects) {
    answer(waiter -> nowNanos - waiter.deadlineNanos >= 0, Outcome.UNCONFIRMED, effects);
  }

  /** Nobody is there to acknowledge anything: answers those who do not want to wait for that. */
  void giveUp(Effects effects) {
    answer(waiter -> !waiter.wanted.patient(), Outcome.DEGRADED, effects);
  }

  /** Nobody may be answered here. */
  void refuse(Effects effects) {
    answer(waiter -> true, Outcome.SHUT_OUT, effects);
  }

  /** The session is another member's. */
  void fence(Effects effects) {
    answer(waiter -> true, Outcome.FENCED, effects);
  }

  private void answer(Predicate<Waiter> which, Outcome outcome, Effects effects) {
    for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
      Waiter waiter = each.next();
      if (which.test(waiter)) {
        each.remove();
        effects.later(() -> waiter.wanted.callback().accept(outcome));
      }
    }
  }
}
