// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background work on a context's sessions, which keeps no request waiting. It runs on the
 * server's threads, by the server's scheduler. Thread-safe; lock: this, held around nothing that
 * blocks.
 */
final class BackgroundRounds {
  private static final Logger log = LoggerFactory.getLogger(BackgroundRounds.class);
  private static final long PERIOD_MILLIS = 1_000;

  @GuardedBy("this")
  private @Nullable Server server;

  @GuardedBy("this")
  private Scheduler.@Nullable Task next;

  /** Has {@code round} run a second from now, and a second after each run. */
  synchronized void start(Server on, Runnable round) {
    server = on;
    plan(round);
  }

  private synchronized void plan(Runnable round) {
    Server on = server;
    if (on != null && on.getScheduler() != null) {
      next = on.getScheduler().schedule(() -> begin(round), PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void begin(Runnable round) {
    boolean begun =
        soon(
            () -> {
              try {
                round.run();
              } finally {
                plan(round);
              }
            });
    if (!begun) {
      plan(round);
    }
  }

  /**
   * Has {@code work} run when a thread is free. Does not block.
   *
   * @return false if the server stops, or if all its threads and the places in its queue are taken
   */
  boolean soon(Runnable work) {
    Executor threads;
    synchronized (this) {
      threads = server == null ? null : server.getThreadPool();
    }
    if (threads == null) {
      return false;
    }
    try {
      threads.execute(() -> run(work));
      return true;
    } catch (RejectedExecutionException e) {
      log.debug("the server stops, or has no free thread for background work on sessions", e);
      return false;
    }
  }

  /**
   * Returns whether the server has enough free threads that a caller may wait for {@link #soon}.
   */
  synchronized boolean isPrompt() {
    return server != null && !server.getThreadPool().isLowOnThreads();
  }

  private static void run(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      log.warn("background work on sessions failed; the next task still runs", e);
    }
  }

  /** Ends the rounds. Work that runs continues to its end. */
  synchronized void stop() {
    server = null;
    if (next != null) {
      next.cancel();
      next = null;
    }
  }
}
