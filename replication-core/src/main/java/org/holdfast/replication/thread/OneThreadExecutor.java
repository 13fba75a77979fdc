// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.thread;

import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An executor with one daemon thread, made with the first task. A caller that {@linkplain
 * #awaitTermination awaits its end} awaits that of the thread: the executor ends a moment before,
 * and a container that looks for threads which a web application left behind may look in that
 * moment.
 */
public final class OneThreadExecutor extends ScheduledThreadPoolExecutor {
  private final DaemonFactory factory;

  /** Creates an executor that throws for tasks after its shutdown, as executors do. */
  public OneThreadExecutor(String threadName) {
    this(threadName, new AbortPolicy());
  }

  public OneThreadExecutor(String threadName, RejectedExecutionHandler refused) {
    this(new DaemonFactory(threadName), refused);
  }

  private OneThreadExecutor(DaemonFactory factory, RejectedExecutionHandler refused) {
    super(1, factory, refused);
    this.factory = factory;
  }

  /**
   * Waits up to twice {@code time}: for the executor, then for its thread, which is just ending.
   */
  @Override
  public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
    if (!super.awaitTermination(time, unit)) {
      return false;
    }
    Thread last = factory.newest;
    if (last == null || last == Thread.currentThread()) {
      return true;
    }
    last.join(Math.max(1, unit.toMillis(time)));
    return !last.isAlive();
  }

  private static final class DaemonFactory implements ThreadFactory {
    private final String name;
    private volatile @Nullable Thread newest;

    DaemonFactory(String name) {
      this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      newest = thread;
      return thread;
    }
  }
}
