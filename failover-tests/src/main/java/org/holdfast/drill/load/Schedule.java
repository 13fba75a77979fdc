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
