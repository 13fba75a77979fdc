// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.connector.Connector;
import org.jspecify.annotations.Nullable;

/**
 * A wait for the responses that Tomcat still writes when all requests of a web application have
 * ended for Holdfast. Tomcat writes the last bytes of a small response after all valves, where no
 * code of ours runs. So this class looks at the threads of the connectors again and again.
 *
 * <p>The thread that stops the application calls it, while the connectors are still open.
 */
final class LastResponses {
  /** The longest wait: a busy thread may also wait for a client that sends slowly. */
  private static final Duration LIMIT = Duration.ofSeconds(1);

  /**
   * The wait for a connector whose busy threads nobody counts, such as virtual threads. To write
   * the last bytes takes far less.
   */
  private static final Duration WITHOUT_COUNT = Duration.ofMillis(100);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  private LastResponses() {}

  /**
   * Waits until no thread of the connectors is busy, at most for a second. An interrupt ends the
   * wait.
   *
   * @param context a web application, perhaps without an engine: there is nothing to wait for then
   */
  static void await(@Nullable Context context) {
    List<Connector> connectors = connectorsOf(context);
    long start = System.nanoTime();
    long waitedNanos = 0;
    while (waitedNanos < LIMIT.toNanos()
        && mayWrite(connectors, waitedNanos)
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      waitedNanos = System.nanoTime() - start;
    }
  }

  private static List<Connector> connectorsOf(@Nullable Context context) {
    Container container = context;
    while (container != null && !(container instanceof Engine)) {
      container = container.getParent();
    }
    return container instanceof Engine engine && engine.getService() != null
        ? List.of(engine.getService().findConnectors())
        : List.of();
  }

  private static boolean mayWrite(List<Connector> connectors, long waitedNanos) {
    for (Connector each : connectors) {
      if (mayWrite(each.getProtocolHandler().getExecutor(), waitedNanos)) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param executor null if the connector does not run
   */
  private static boolean mayWrite(@Nullable Executor executor, long waitedNanos) {
    if (executor instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
      return pool.getActiveCount() > 0;
    }
    if (executor instanceof java.util.concurrent.ThreadPoolExecutor pool) {
      return pool.getActiveCount() > 0;
    }
    return executor != null && waitedNanos < WITHOUT_COUNT.toNanos();
  }
}
