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

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.slf4j.LoggerFactory;

/**
 * Logs why requests are answered 503: one line a minute for each application, since a node that is
 * cut off refuses thousands. Thread-safe.
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

  /** Returns the one of all web applications that share these classes. */
  public static RefusalLog shared() {
    return SHARED;
  }

  /** Takes note that a request to {@code application} is answered 503. */
  public void add(Object application, String reason) {
    rare.add(
        application.toString(),
        clock.getAsLong(),
        log,
        "Request to " + application + " is answered 503: " + reason);
  }
}
