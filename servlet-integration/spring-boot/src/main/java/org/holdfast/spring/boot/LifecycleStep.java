// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import org.springframework.context.SmartLifecycle;

/*
 * Threads: Spring starts and stops the step, on one thread at a time; any thread may ask whether it runs.
 */

/**
 * A step that Spring takes at each start, or at each stop, of the application. An application can
 * stop and start again without being closed.
 *
 * <p>Spring starts beans in the order of their phases and stops them in the reverse order. Boot
 * ends requests in phase {@code DEFAULT_PHASE - 1024}, its graceful shutdown. It opens and closes
 * the connections in phase {@code DEFAULT_PHASE - 2048}.
 */
final class LifecycleStep implements SmartLifecycle {
  private static final int BEFORE_CONNECTIONS_OPEN = DEFAULT_PHASE - 2560;
  private static final int BEFORE_CONNECTIONS_CLOSE = DEFAULT_PHASE - 1536;

  private final int phase;
  private final Runnable onStart;
  private final Runnable onStop;
  private volatile boolean running;

  private LifecycleStep(int phase, Runnable onStart, Runnable onStop) {
    this.phase = phase;
    this.onStart = onStart;
    this.onStop = onStop;
  }

  /** Returns a step of each start: the web server opens no connection before it. */
  static LifecycleStep beforeConnectionsOpen(Runnable step) {
    return new LifecycleStep(BEFORE_CONNECTIONS_OPEN, step, () -> {});
  }

  /**
   * Returns a step of each stop: it comes after Boot's graceful shutdown, and the web server closes
   * no connection before it.
   */
  static LifecycleStep beforeConnectionsClose(Runnable step) {
    return new LifecycleStep(BEFORE_CONNECTIONS_CLOSE, () -> {}, step);
  }

  @Override
  public void start() {
    running = true;
    onStart.run();
  }

  @Override
  public void stop() {
    running = false;
    onStop.run();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Returns false: a pause leaves the web server running. Spring 7 asks, Spring 6 does not. */
  public boolean isPauseable() {
    return false;
  }

  @Override
  public int getPhase() {
    return phase;
  }
}
