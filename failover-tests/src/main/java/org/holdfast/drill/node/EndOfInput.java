// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches for the end of standard input, which comes when whoever started the process ends, however
 * it ends. So a node outlives neither a drill that was killed nor a test that was.
 */
final class EndOfInput {
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int EXIT_FORCED = 4;

  private EndOfInput() {}

  /**
   * Calls {@code stop} at the end of {@code input}; ends the process the hard way if it still runs
   * ten seconds later.
   */
  static void watch(InputStream input, Runnable stop) {
    Thread thread = new Thread(() -> await(input, stop), "end-of-input");
    thread.setDaemon(true);
    thread.start();
  }

  private static void await(InputStream input, Runnable stop) {
    try {
      byte[] ignored = new byte[256];
      while (input.read(ignored) >= 0) {
        // Nothing is read for its content.
      }
    } catch (IOException e) {
      // An input that fails is an input that ended.
    }
    stop.run();
    long deadline = System.nanoTime() + GRACE_NANOS;
    for (long left = GRACE_NANOS; left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    Runtime.getRuntime().halt(EXIT_FORCED);
  }
}
