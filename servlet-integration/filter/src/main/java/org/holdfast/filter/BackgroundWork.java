// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.thread.OneThreadExecutor;
import org.holdfast.servlet.session.Promptness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one background thread of an application's sessions, a daemon. It looks for expired sessions,
 * and runs work that must keep no request waiting. It has the class loader of the thread that
 * starts it.
 */
final class BackgroundWork {
  private static final Logger log = LoggerFactory.getLogger(BackgroundWork.class);
  private static final long PERIOD_MILLIS = 1_000;
  private static final long FINISH_WAIT_MILLIS = 2_000;

  private final OneThreadExecutor executor;
  private final Promptness promptness = new Promptness(System::nanoTime);

  BackgroundWork(String name) {
    executor = new OneThreadExecutor(name);
  }

  /** Has {@code look} run a second from now, and a second after each run. */
  void start(Runnable look) {
    Object unused =
        executor.scheduleWithFixedDelay(
            () -> run(look), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Has {@code work} run once it is its turn; not any more after a stop. Does not block.
   *
   * @return false after a stop
   */
  boolean soon(Runnable work) {
    try {
      executor.execute(() -> run(work));
      return true;
    } catch (RejectedExecutionException e) {
      log.debug("the application stops, so its stop does the background work", e);
      return false;
    }
  }

  /** Returns whether work has its turn so soon that a caller may wait for it. */
  boolean isPrompt() {
    return promptness.isThere();
  }

  /**
   * Runs {@code work}, and logs its error, which ends neither the thread nor the looks that are
   * still to come.
   */
  private void run(Runnable work) {
    try {
      promptness.run(work);
    } catch (RuntimeException | Error e) {
      log.warn("background work on sessions failed; the thread continues with the next task", e);
    }
  }

  /** Ends the looks, and waits at most 2 s until the work that is left has been done. */
  void stop() {
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
