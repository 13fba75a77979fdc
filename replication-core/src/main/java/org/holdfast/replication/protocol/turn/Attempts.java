// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.turn;

import org.jspecify.annotations.Nullable;

/**
 * A series of actions of which none may keep the others from running; the first failure is thrown
 * afterwards. Not thread-safe.
 */
public final class Attempts {
  private @Nullable Throwable failure;

  /** Runs {@code action} and remembers its failure; returns whether it succeeded. */
  public boolean attempt(Runnable action) {
    try {
      action.run();
      return true;
    } catch (RuntimeException | Error e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
      return false;
    }
  }

  public void rethrow() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }
}
