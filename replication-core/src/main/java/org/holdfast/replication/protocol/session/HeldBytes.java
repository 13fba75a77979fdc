// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.replication.protocol.Copy;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of the copies that this member holds for others, and their bound. Sessions that this
 * member serves do not count, nor do tombstones and fences, which {@link Memory#adaptRetention}
 * bounds.
 *
 * <p>The sum is exact: {@link Sessions} compares the copy of a session before and after each action
 * on it. The sum may pass the bound by copies that arrive at the same moment on other threads, and
 * by sessions that this member served and has handed over: it keeps their copies. Thread-safe; a
 * change costs one atomic addition.
 */
final class HeldBytes {
  private volatile long most;
  private final AtomicLong held = new AtomicLong();

  HeldBytes(long most) {
    this.most = most;
  }

  /** Sets the bound from now on; copies that are held stay. */
  void limit(long bytes) {
    most = bytes;
  }

  private static long of(@Nullable Copy copy) {
    return copy == null ? 0 : copy.heldBytes();
  }

  /** Notes that a session holds {@code after} for others, and {@code before} no more. */
  // Copies are immutable: the same object counts the same.
  @SuppressWarnings("ReferenceEquality")
  void replace(@Nullable Copy before, @Nullable Copy after) {
    if (before != after) {
      held.addAndGet(of(after) - of(before));
    }
  }

  /** Returns whether {@code offered} may replace {@code mine}, which is here in any role. */
  boolean hasRoomFor(Copy offered, @Nullable Copy mine) {
    long bound = most;
    if (bound == Long.MAX_VALUE) {
      return true;
    }
    long growth = of(offered) - of(mine);
    return growth <= 0 || held.get() + growth <= bound;
  }

  long sum() {
    return held.get();
  }
}
