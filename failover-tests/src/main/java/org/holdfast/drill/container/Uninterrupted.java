// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
