// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Does several things of which none may keep the others from being done, and tells of the first
 * failure afterwards. Not thread-safe.
 */
final class Attempts {
  private @Nullable Throwable failure;

  /** Returns whether it went well. */
  boolean attempt(Runnable action) {
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

  void rethrow() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }
}
