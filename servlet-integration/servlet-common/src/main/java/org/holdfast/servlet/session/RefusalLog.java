/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.servlet.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Says why requests are answered 503, a few times a second: when a node is cut off there are
 * thousands of them, and writing them all would take what the others need to get over it.
 * Thread-safe.
 */
public final class RefusalLog {
  private static final int LINES_PER_INTERVAL = 10;
  private static final long INTERVAL_NANOS = 1_000_000_000L;
  private static final RefusalLog SHARED =
      new RefusalLog(System::nanoTime, LoggerFactory.getLogger(RefusalLog.class)::info);

  private final LongSupplier clock;
  private final Consumer<String> log;

  @GuardedBy("this")
  private long sinceNanos;

  @GuardedBy("this")
  private int lines;

  @GuardedBy("this")
  private long untold;

  RefusalLog(LongSupplier clock, Consumer<String> log) {
    this.clock = clock;
    this.log = log;
    this.sinceNanos = clock.getAsLong();
  }

  /** The one of all web applications that share these classes. */
  public static RefusalLog shared() {
    return SHARED;
  }

  /**
   * A request to {@code application} is answered 503. What is not said is counted in a later line.
   */
  public void add(Object application, String reason) {
    long now = clock.getAsLong();
    long earlier;
    synchronized (this) {
      if (now - sinceNanos >= INTERVAL_NANOS) {
        sinceNanos = now;
        lines = 0;
      }
      if (lines == LINES_PER_INTERVAL) {
        untold++;
        return;
      }
      lines++;
      earlier = untold;
      untold = 0;
    }
    log.accept(
        "Request to "
            + application
            + " is answered 503: "
            + reason
            + (earlier == 0 ? "" : " (and " + earlier + " before it that were not said)"));
  }
}
