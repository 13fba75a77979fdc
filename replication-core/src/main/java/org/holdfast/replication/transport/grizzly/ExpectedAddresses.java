// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The addresses from which members are expected to call: one listens there, did so a moment ago, or
 * may start there. Each has bounds and a budget of its own, so strangers at other addresses use up
 * none of them. Any thread.
 */
final class ExpectedAddresses implements Predicate<InetAddress> {
  /** The time for which an address stays expected after the last member has left it. */
  static final long FORMER_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final int MAX_FORMER = 1_024;

  private final Predicate<InetAddress> mayStart;
  private final LongSupplier nanoClock;

  /** The addresses where members listen. */
  @GuardedBy("this")
  private Set<InetAddress> members = Set.of();

  /**
   * The addresses where members listened, which may start again, and the end of that expectation.
   */
  @GuardedBy("this")
  private final Map<InetAddress, Long> formerUntilNanos = new HashMap<>();

  /**
   * @param mayStart returns whether a member may start at an address; must not block
   */
  ExpectedAddresses(Predicate<InetAddress> mayStart) {
    this(mayStart, System::nanoTime);
  }

  ExpectedAddresses(Predicate<InetAddress> mayStart, LongSupplier nanoClock) {
    this.mayStart = mayStart;
    this.nanoClock = nanoClock;
  }

  /** Takes in the addresses where members listen. */
  synchronized void onListed(Set<InetAddress> addresses) {
    long now = nanoClock.getAsLong();
    formerUntilNanos.values().removeIf(until -> until - now <= 0);
    for (InetAddress member : members) {
      if (!addresses.contains(member) && formerUntilNanos.size() < MAX_FORMER) {
        formerUntilNanos.put(member, now + FORMER_NANOS);
      }
    }
    members = Set.copyOf(addresses);
  }

  @Override
  public boolean test(InetAddress address) {
    return isOfAMember(address) || mayStart.test(address);
  }

  private synchronized boolean isOfAMember(InetAddress address) {
    Long until = formerUntilNanos.get(address);
    return members.contains(address) || until != null && until - nanoClock.getAsLong() > 0;
  }
}
