// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.Scheduler;
import org.holdfast.servlet.session.BackgroundWork;
import org.jspecify.annotations.Nullable;

/**
 * The background work on a context's sessions, on the server's threads and by its scheduler.
 * Thread-safe; lock: this, held around nothing that blocks.
 */
final class BackgroundRounds extends BackgroundWork {
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

  @Override
  protected void execute(Runnable work) {
    Executor threads;
    synchronized (this) {
      threads = server == null ? null : server.getThreadPool();
    }
    if (threads == null) {
      throw new RejectedExecutionException("the context is not started");
    }
    threads.execute(work);
  }

  /** Returns whether the server has enough free threads. */
  @Override
  public synchronized boolean isPrompt() {
    return server != null && !server.getThreadPool().isLowOnThreads();
  }

  @Override
  public synchronized void stop() {
    server = null;
    if (next != null) {
      next.cancel();
      next = null;
    }
  }
}
