// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.turn;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handling of one event for one session: the time when it happened, and the callbacks that came
 * up while the session's lock was held, to be run after its release. Confined to one thread; a
 * callback must not keep it.
 */
public final class Turn {
  private final long nowNanos;

  /** The first callback, or null: most calls have none, or this one alone. */
  private @Nullable Runnable first;

  private List<Runnable> others = List.of();

  public Turn(long nowNanos) {
    this.nowNanos = nowNanos;
  }

  public long nowNanos() {
    return nowNanos;
  }

  /** Has {@code callback} called after the release of the lock. */
  public void later(Runnable callback) {
    if (first == null) {
      first = callback;
      return;
    }
    if (others.isEmpty()) {
      others = new ArrayList<>(2);
    }
    others.add(callback);
  }

  /** Runs the callbacks, all of them even if one fails. */
  public void run() {
    if (first == null) {
      return;
    }
    if (others.isEmpty()) {
      first.run();
      return;
    }
    Attempts attempts = new Attempts();
    attempts.attempt(first);
    others.forEach(attempts::attempt);
    attempts.rethrow();
  }
}
