// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.slf4j.LoggerFactory;

/**
 * Logs why requests are answered 503: one line a minute for each application and reason, since a
 * node that is cut off refuses thousands. Thread-safe.
 */
public final class RefusalLog {
  private static final RefusalLog SHARED =
      new RefusalLog(System::nanoTime, LoggerFactory.getLogger(RefusalLog.class)::info);

  private final LongSupplier clock;
  private final Consumer<String> log;
  private final RareLines rare = new RareLines();

  RefusalLog(LongSupplier clock, Consumer<String> log) {
    this.clock = clock;
    this.log = log;
  }

  /** Returns the log of all web applications that share these classes. */
  public static RefusalLog shared() {
    return SHARED;
  }

  /** Notes that a request to {@code application} is answered 503. */
  public void add(Object application, String reason) {
    rare.add(
        application + "\0" + reason,
        clock.getAsLong(),
        log,
        "Request to " + application + " is answered 503: " + reason);
  }
}
