// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

/**
 * What a thread does, as people ask for it: {@link Thread.State} says neither that a thread in
 * native code only waits for a socket nor that a parked one wants a lock.
 */
public enum ThreadState {
  /**
   * Wants a monitor, a lock of {@code java.util.concurrent.locks}, or a class to be initialized.
   */
  BLOCKED("blocked"),
  /** Has work, on a CPU or waiting for one, or in native code that is not known to wait. */
  RUNNING("running"),
  /** In a system call for a socket, a file or a process, or a virtual thread that waits for one. */
  IO("waiting for I/O"),
  /** In {@code Object.wait}. */
  NOTIFY("waiting for notify"),
  /** Parked, but for no lock: at a queue, a condition, a latch, a future. */
  PARKED("parked"),
  /** In {@code Thread.sleep}. */
  SLEEPING("sleeping"),
  /** The dump has no states, and the stack does not tell. */
  UNKNOWN("running or blocked"),
  /** Of the JVM itself, or the carrier of a virtual thread, which is counted by itself. */
  INTERNAL("JVM internal");

  private final String words;

  ThreadState(String words) {
    this.words = words;
  }

  /** Returns the state for people. */
  public String words() {
    return words;
  }
}
