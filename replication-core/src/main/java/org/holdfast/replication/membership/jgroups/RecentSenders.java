// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jgroups.Address;

/*
 * Threads: selector threads add, JGroups' threads read too. Nothing is called under the monitor.
 */
/**
 * The addresses of no member that sent the newest frames. JGroups has an entry in several tables
 * for each address that a frame names, and removes some late and others never: it keeps those of
 * the members and of these. An address leaves when {@link #MAX} others have sent a frame after its
 * own last one. So a stranger that makes up addresses pushes out its own.
 */
final class RecentSenders {
  static final int MAX = 256;

  /** The time for each new address after a burst of {@link #MAX}. */
  static final long NANOS_EACH = 1_000_000_000L / 64;

  /** The addresses in the order of their last frames, the oldest first. */
  @GuardedBy("this")
  private final Set<Address> newest = new LinkedHashSet<>();

  @GuardedBy("this")
  private int pushedOut;

  /** The times when new addresses are paid for: of unknown hosts, and of expected ones. */
  @GuardedBy("this")
  private final long[] paidForNanos;

  /**
   * @param nowNanos a moment not after the first frame
   */
  RecentSenders(long nowNanos) {
    paidForNanos = new long[] {nowNanos, nowNanos};
  }

  /**
   * Returns whether to take a frame of {@code sender}, whose host has proven nothing. A new address
   * passes if fewer than {@link #MAX}, and 64 more for each second, came before.
   *
   * @param isExpected whether its host is a listed one or that of a member: these have a budget of
   *     their own
   */
  synchronized boolean admits(Address sender, boolean isExpected, long nowNanos) {
    if (newest.contains(sender)) {
      return true;
    }
    int budget = isExpected ? 1 : 0;
    long paidFor = Math.max(paidForNanos[budget] - nowNanos, 0);
    if (paidFor > (MAX - 1) * NANOS_EACH) {
      return false;
    }
    paidForNanos[budget] = nowNanos + paidFor + NANOS_EACH;
    return true;
  }

  /**
   * Notes a frame of {@code sender}; returns true for each {@link #MAX} addresses that left, which
   * JGroups has to forget.
   */
  synchronized boolean add(Address sender) {
    newest.remove(sender);
    newest.add(sender);
    if (newest.size() <= MAX) {
      return false;
    }
    newest.remove(newest.iterator().next());
    pushedOut = (pushedOut + 1) % MAX;
    return pushedOut == 0;
  }

  /** Returns a copy that the caller may change. */
  synchronized Set<Address> copy() {
    return new HashSet<>(newest);
  }
}
