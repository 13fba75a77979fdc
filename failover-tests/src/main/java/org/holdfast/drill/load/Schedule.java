// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

/** Wakes users at absolute times of one clock, each at one time at most. Thread-safe. */
public interface Schedule extends AutoCloseable {

  /** Hears that a user's time has come. Must not block: every other user waits. */
  @FunctionalInterface
  interface Listener {
    void onDue(int user, long dueNanos, long nowNanos);
  }

  /** Begins to wake; times may be set before. */
  void start();

  /** Wakes {@code user} at {@code dueNanos}, instead of any time before. */
  void schedule(int user, long dueNanos);

  /** Wakes {@code user} no more, but for a wake-up that is on its way. */
  void cancel(int user);

  /** Wakes nobody any more. */
  @Override
  void close();
}
