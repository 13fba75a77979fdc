// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import java.util.concurrent.TimeUnit;
import org.holdfast.replication.thread.OneThreadExecutor;
import org.holdfast.servlet.session.BackgroundWork;
import org.holdfast.servlet.session.Promptness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one background thread of an application's sessions, a daemon. It has the class loader of the
 * thread that starts it.
 */
final class BackgroundThread extends BackgroundWork {
  private static final Logger log = LoggerFactory.getLogger(BackgroundThread.class);
  private static final long FINISH_WAIT_MILLIS = 2_000;

  private final OneThreadExecutor executor;
  private final Promptness promptness = new Promptness(System::nanoTime);

  BackgroundThread(String name) {
    executor = new OneThreadExecutor(name);
  }

  /** Has {@code round} run a second from now, and a second after each run. */
  void start(Runnable round) {
    Object unused =
        executor.scheduleWithFixedDelay(
            () -> promptness.run(() -> run(round)),
            PERIOD_MILLIS,
            PERIOD_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  @Override
  protected void execute(Runnable work) {
    executor.execute(() -> promptness.run(work));
  }

  @Override
  public boolean isPrompt() {
    return promptness.isThere();
  }

  /** Ends the rounds, and waits at most 2 s until the work that is left has been done. */
  @Override
  public void stop() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(FINISH_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        log.warn("background work on sessions is still running while its application stops");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
