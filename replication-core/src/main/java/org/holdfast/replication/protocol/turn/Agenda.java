// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.turn;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The keys of the sessions that something is due for, and the notes that all are to be looked at.
 * The code that handles one session writes it, under the lock of the session; the protocol thread
 * works it off. The sets are concurrent.
 */
public final class Agenda {
  private final Set<String> timed = ConcurrentHashMap.newKeySet();
  private final Set<String> touched = ConcurrentHashMap.newKeySet();
  private final Set<String> stranded = ConcurrentHashMap.newKeySet();
  private final Set<String> begun = ConcurrentHashMap.newKeySet();

  /** A counter that grows whenever the wanted holders of a session may have changed. */
  private final AtomicLong placementGeneration = new AtomicLong(1);

  /** The flag that tells whether every session is to be looked at again. */
  private final AtomicBoolean reviewRequested = new AtomicBoolean();

  private Runnable epochBegun = () -> {};

  /** Returns the sessions in which time may end something, or something must be sent again. */
  public Set<String> timed() {
    return timed;
  }

  /** Returns the sessions used since the last batch of leases. */
  public Set<String> touched() {
    return touched;
  }

  /** Returns the copies that were promised to another primary, until it is known to be there. */
  public Set<String> stranded() {
    return stranded;
  }

  /**
   * Returns the sessions whose epoch began while a view was not settled. They are placed before the
   * view settles.
   */
  public Set<String> begun() {
    return begun;
  }

  /**
   * Sets the callback for an epoch that begins in a view that is not settled, before any begins. It
   * runs before anything is sent in that epoch.
   */
  public void whenEpochBegins(Runnable callback) {
    epochBegun = callback;
  }

  /** Notes that an epoch of the session begins while a view is not settled. */
  public void epochBegins(String key) {
    begun.add(key);
    epochBegun.run();
  }

  /** Returns the number of times that the wanted holders of a session may have changed. */
  public long placementGeneration() {
    return placementGeneration.get();
  }

  /** Notes that the wanted holders of a session may have changed. */
  public void placementChanged() {
    placementGeneration.incrementAndGet();
  }

  /** Requests a review of every session, since its wanted holders may have changed. */
  public void placeAnew() {
    placementChanged();
    reviewRequested.set(true);
  }

  public boolean isReviewRequested() {
    return reviewRequested.get();
  }

  /** Notes that the review begins that was requested. */
  public void reviewBegins() {
    reviewRequested.set(false);
  }
}
