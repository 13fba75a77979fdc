// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.thread;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that wakes others only after it has done what they would delay: on a busy machine a
 * thread that wakes another may have to give it the processor at once.
 */
public interface WakesLater {
  /**
   * Wakes {@code waiting}, at the latest when this thread has done its present work, also if that
   * fails. Called by this thread alone.
   */
  void wakeLater(Thread waiting);

  /** Wakes a thread that waits in {@link LockSupport}, unless the current thread wakes it later. */
  static void wake(Thread waiting) {
    if (Thread.currentThread() instanceof WakesLater current) {
      current.wakeLater(waiting);
    } else {
      LockSupport.unpark(waiting);
    }
  }
}
