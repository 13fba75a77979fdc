// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on an application's sessions that must keep no request waiting: rounds that end expired
 * sessions, and passivations. Jetty runs it on threads of its server, the filter on a thread of its
 * own. A piece of work that throws, even an {@link Error}, ends neither the rounds nor the other
 * work.
 *
 * <p>Request threads and threads of the replication core call it; subclasses are thread-safe.
 */
public abstract class BackgroundWork {
  /** The time from the start, or from the end of a round, to the next round. */
  protected static final long PERIOD_MILLIS = 1_000;

  private static final Logger log = LoggerFactory.getLogger(BackgroundWork.class);

  /**
   * Has a thread run {@code work}. Does not block.
   *
   * @throws RejectedExecutionException if no thread will
   */
  protected abstract void execute(Runnable work);

  /** Returns whether work has its turn so soon that a caller may wait for it. */
  public abstract boolean isPrompt();

  /** Ends the rounds; work that has begun runs to its end. May wait for that, at most 2 s. */
  public abstract void stop();

  /**
   * Has {@code work} run once it is its turn. Does not block.
   *
   * @return false after a stop, or if no thread will run it
   */
  public final boolean soon(Runnable work) {
    try {
      execute(() -> run(work));
      return true;
    } catch (RejectedExecutionException e) {
      log.debug("the application stops, or no thread is free for background work on sessions", e);
      return false;
    }
  }

  /** Runs {@code work}, and logs an exception or error that it throws. */
  protected static void run(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      log.warn("background work on sessions failed; the next task still runs", e);
    }
  }
}
