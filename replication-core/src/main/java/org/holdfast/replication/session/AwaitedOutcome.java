// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.thread.WakesLater;
import org.jspecify.annotations.Nullable;

/**
 * The outcome that one response waits for. The thread that makes it waits; any thread may bring the
 * outcome, once.
 */
final class AwaitedOutcome implements Consumer<Outcome> {
  private final Thread waiting = Thread.currentThread();
  private volatile @Nullable Outcome outcome;

  @Override
  public void accept(Outcome decided) {
    outcome = decided;
    WakesLater.wake(waiting);
  }

  /**
   * Returns the outcome, or {@link Outcome#UNCONFIRMED} if none comes within {@code longest} or the
   * thread is interrupted; its interrupt flag stays.
   */
  Outcome await(Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    Outcome known = outcome;
    while (known == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || waiting.isInterrupted()) {
        return Outcome.UNCONFIRMED;
      }
      LockSupport.parkNanos(this, left);
      known = outcome;
    }
    return known;
  }
}
