// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.ReplicaConfig;

/**
 * The memory of one member of what is gone, and its bounds: which keys no member knows, how long
 * fences and tombstones stay, which epochs were forgotten, and how many bytes are held for others.
 */
public final class Memory {
  /** The incarnation in an epoch that no member has minted. */
  private static final long NOBODYS_INCARNATION = 0;

  final UnknownKeys unknown = new UnknownKeys();
  final HeldBytes heldBytes;

  private final Member self;
  private final ReplicaConfig config;

  /**
   * The time for which fences and tombstones are remembered now. Written by the protocol thread.
   */
  private volatile long retentionNanos;

  /**
   * An epoch above the highest epoch of all sessions that were forgotten here; it belongs to no
   * member. Written by the protocol thread.
   */
  private volatile Epoch forgotten = Epoch.NONE;

  public Memory(Member self, ReplicaConfig config) {
    this.self = self;
    this.config = config;
    this.heldBytes = new HeldBytes(config.maxHeldBytes());
    this.retentionNanos = config.tombstoneNanos();
  }

  /** Returns whether no member of that view knew the key a moment ago. */
  public boolean isUnknown(String key, long viewNumber, long nowNanos) {
    return unknown.contains(key, viewNumber, nowNanos);
  }

  /**
   * Returns the bytes of the copies that are held here for other members, at most the bound or so.
   */
  public long sumOfHeldBytes() {
    return heldBytes.sum();
  }

  /** Allows so many held bytes from now on. */
  public void limitHeldBytes(long bytes) {
    heldBytes.limit(bytes);
  }

  /**
   * Returns how long fences and tombstones are remembered: less than configured while there are
   * many.
   */
  public long retentionNanos() {
    return retentionNanos;
  }

  /**
   * Forgets keys that were unknown some time ago, once in a walk over all sessions. Adapts the time
   * for which fences and tombstones are remembered to their number.
   */
  public void sweep(int remembered, long nowNanos) {
    unknown.sweep(nowNanos);
    adaptRetention(remembered);
  }

  void adaptRetention(int remembered) {
    long longest = config.tombstoneNanos();
    // Actions that are under way, and the requests that wait for them, end within a few acquire
    // timeouts.
    long least = Math.min(longest, 4 * config.acquireTimeoutNanos());
    if (remembered > ReplicaConfig.MOST_REMEMBERED) {
      retentionNanos = Math.max(least, retentionNanos / 2);
    } else if (remembered < ReplicaConfig.MOST_REMEMBERED / 2) {
      retentionNanos = Math.min(longest, retentionNanos * 2);
    }
  }

  /**
   * Takes in that a fence or tombstone of {@code epoch} is not remembered here any more. A member
   * that is silent now may still remember it, so a session under the same key has to begin higher.
   */
  void forget(Epoch epoch) {
    if (epoch.counter() >= forgotten.counter()) {
      forgotten = new Epoch(epoch.counter() + 1, self.name(), NOBODYS_INCARNATION);
    }
  }

  Epoch forgotten() {
    return forgotten;
  }
}
