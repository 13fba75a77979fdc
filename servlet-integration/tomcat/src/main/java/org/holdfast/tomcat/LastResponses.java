// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.connector.Connector;

/**
 * A wait for the end of the responses that Tomcat is about to write. Tomcat writes the last bytes
 * of a small response after all valves, where no code of ours runs any more, and offers no event
 * for it; so this asks its threads again and again.
 */
final class LastResponses {
  /** The longest wait: a thread may also wait for a client that sends slowly. */
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  private LastResponses() {}

  /**
   * Waits until no thread of the connectors works, at most for a second. An interrupt ends the
   * wait. Does nothing for connectors with virtual threads, which nobody can count.
   */
  static void await(Context context) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (isAnyBusy(context)
        && end - System.nanoTime() > 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }

  private static boolean isAnyBusy(Context context) {
    Container container = context;
    while (container != null && !(container instanceof Engine)) {
      container = container.getParent();
    }
    if (container instanceof Engine engine && engine.getService() != null) {
      for (Connector each : engine.getService().findConnectors()) {
        if (activeThreads(each.getProtocolHandler().getExecutor()) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static int activeThreads(Executor executor) {
    if (executor instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
      return pool.getActiveCount();
    }
    return executor instanceof java.util.concurrent.ThreadPoolExecutor pool
        ? pool.getActiveCount()
        : 0;
  }
}
