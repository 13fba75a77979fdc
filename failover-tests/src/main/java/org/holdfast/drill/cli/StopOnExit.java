// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops a verb when the process is told to end (Ctrl-C, SIGTERM): interrupts the verb's thread and
 * holds the end of the process until it has cleaned up, as long as that may take at most.
 */
public final class StopOnExit implements AutoCloseable {
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(15);

  private final Thread verb;
  private final Duration patience;
  private final Thread hook;
  private final CountDownLatch done = new CountDownLatch(1);

  private StopOnExit(Thread verb, Duration patience) {
    this.verb = verb;
    this.patience = patience;
    this.hook = new Thread(this::stop, "holdfast-stop");
  }

  /** Installs the hook for a verb that runs on {@code verb}. */
  public static StopOnExit watch(Thread verb) {
    return watch(verb, USUAL_PATIENCE);
  }

  /**
   * Installs the hook for a verb that runs on {@code verb}.
   *
   * @param patience how long cleaning up may take, if not the usual 15 s
   */
  public static StopOnExit watch(Thread verb, Duration patience) {
    StopOnExit stop = new StopOnExit(verb, patience);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  /** What the hook does; returns when the verb has ended or the patience is over. */
  public void stop() {
    verb.interrupt();
    try {
      boolean unused = done.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook is what brought us here.
      return;
    }
  }
}
