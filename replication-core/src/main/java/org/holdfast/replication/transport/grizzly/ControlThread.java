// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.thread.OneThreadExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that opens, gives up and reports connections. So a {@link PeerLink} needs no lock,
 * and a listener receives the events of each peer in order. Never on the path of a frame. After
 * {@link #close} it takes no task and says nothing about it.
 */
final class ControlThread implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControlThread.class);
  private static final long CLOSE_WAIT_SECONDS = 2;

  private final ScheduledExecutorService executor;
  private final RareLines rare = new RareLines();

  ControlThread(String name) {
    this(ofOneThread(name));
  }

  /** Creates one whose tasks run on the thread and by the clock of {@code executor}. */
  ControlThread(ScheduledExecutorService executor) {
    this.executor = executor;
  }

  private static ScheduledExecutorService ofOneThread(String name) {
    OneThreadExecutor executor =
        new OneThreadExecutor(name, new ThreadPoolExecutor.DiscardPolicy());
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }

  void run(Runnable task) {
    executor.execute(guarded(task));
  }

  Future<?> runAfter(Duration delay, Runnable task) {
    return runAfterNanos(delay.toNanos(), task);
  }

  Future<?> runAfterNanos(long nanos, Runnable task) {
    return executor.schedule(guarded(task), nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Drops what waits, lets the running task end, and waits at most {@value #CLOSE_WAIT_SECONDS} s
   * for it.
   */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
        log.warn("the control thread of the transport did not end within {} s", CLOSE_WAIT_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        rare.add(
            "task failed",
            System.nanoTime(),
            line -> log.error(line, e),
            "a task of the transport failed; the connection to its peer stays as it is");
      }
    };
  }
}
