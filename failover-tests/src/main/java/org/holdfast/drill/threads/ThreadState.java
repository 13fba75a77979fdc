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
