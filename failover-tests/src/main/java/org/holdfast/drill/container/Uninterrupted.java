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

package org.holdfast.drill.container;

/**
 * Cleans up in a thread that is interrupted, as Ctrl-C interrupts a drill's: to such a thread the
 * engine does not answer.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /** Runs it without the interrupt, and interrupts the thread again. */
  static void run(Runnable cleanUp) {
    boolean interrupted = Thread.interrupted();
    try {
      cleanUp.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
