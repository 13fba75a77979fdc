// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.holdfast.replication.protocol.replica.Replica;

/**
 * The applications that were closed while their node keeps running, whose sessions other members
 * take. Here nothing would expire them, and no listener would receive their end.
 */
final class ClosedApplications {
  /*
   * Threads: closed() and opened() come from any, tick() from the protocol thread.
   * Lock: this, around the list alone; the replica is called without.
   */

  /** The time that an application may take to come back, before its sessions go elsewhere. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  /**
   * The time for which sessions are offered again and again: members come and go, and requests keep
   * some.
   */
  private static final long OFFERING_NANOS = 60_000_000_000L;

  private static final long ROUND_NANOS = 1_000_000_000L;
  private static final int OFFERS_PER_TICK = 50;

  private final Replica replica;

  @GuardedBy("this")
  private final List<Closed> all = new ArrayList<>();

  ClosedApplications(Replica replica) {
    this.replica = replica;
  }

  /**
   * @param isOfIt tells whether a key is of one of its sessions
   */
  synchronized void closed(String application, Predicate<String> isOfIt, long nowNanos) {
    all.add(new Closed(application, isOfIt, nowNanos + PATIENCE_NANOS));
  }

  /** Records that the application is back and looks after its sessions itself. */
  synchronized void opened(String application) {
    all.removeIf(closed -> closed.application.equals(application));
  }

  /** Returns whether the sessions of any application have to be offered, now or later. */
  synchronized boolean areAny() {
    return !all.isEmpty();
  }

  /** Offers the sessions that are due. Call it after {@link Replica#tick(long, long)}. */
  void tick(long nowNanos) {
    List<Closed> closed;
    synchronized (this) {
      if (all.isEmpty()) {
        return;
      }
      all.removeIf(each -> each.done);
      closed = List.copyOf(all);
    }
    closed.forEach(each -> offer(each, nowNanos));
  }

  private void offer(Closed closed, long nowNanos) {
    if (closed.offers.isEmpty() && nowNanos - closed.nextRoundNanos >= 0) {
      closed.nextRoundNanos = nowNanos + ROUND_NANOS;
      closed.offers.addAll(replica.unused().served(closed.isOfIt));
      closed.done = closed.offers.isEmpty() || nowNanos - closed.beginNanos >= OFFERING_NANOS;
    }
    for (int i = 0; i < OFFERS_PER_TICK && !closed.offers.isEmpty(); i++) {
      replica.unused().offer(closed.offers.remove());
    }
  }

  /** A closed application; its fields that change belong to the protocol thread. */
  private static final class Closed {
    private final String application;
    private final Predicate<String> isOfIt;
    private final long beginNanos;
    private final Deque<String> offers = new ArrayDeque<>();
    private long nextRoundNanos;
    private boolean done;

    Closed(String application, Predicate<String> isOfIt, long beginNanos) {
      this.application = application;
      this.isOfIt = isOfIt;
      this.beginNanos = beginNanos;
      this.nextRoundNanos = beginNanos;
    }
  }
}
