// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.ReplicaConfig;

/**
 * The bounds on what one member remembers, over all sessions: for how long it keeps fences and
 * tombstones, which epochs it has forgotten with them, which keys no member knows, and how many
 * bytes of copies it holds for others.
 *
 * <p>Any thread may read. Only the protocol thread writes {@code retentionNanos} and {@code
 * forgotten}, in {@link #sweep} and as it discards a session; {@code UnknownKeys} and {@code
 * HeldBytes} are thread-safe themselves. No lock is needed: each value is read alone.
 */
public final class Memory {
  /** The incarnation in {@link #forgotten}. Members have positive ones, so it is nobody's. */
  private static final long NOBODYS_INCARNATION = 0;

  final UnknownKeys unknown = new UnknownKeys();
  final HeldBytes heldBytes;

  private final Member self;
  private final ReplicaConfig config;

  /** The time for which this member keeps fences and tombstones at present. */
  private volatile long retentionNanos;

  /**
   * An epoch above the epochs of all fences and tombstones that this member has dropped; {@link
   * Epoch#NONE} if it has dropped none. No member serves a session in it.
   */
  private volatile Epoch forgotten = Epoch.NONE;

  public Memory(Member self, ReplicaConfig config) {
    this.self = self;
    this.config = config;
    this.heldBytes = new HeldBytes(config.maxHeldBytes());
    this.retentionNanos = config.tombstoneNanos();
  }

  /**
   * Returns whether all members of the view answered within the last second that they know no
   * session of this key. A request for it needs no round of questions then.
   */
  public boolean isUnknown(String key, long viewNumber, long nowNanos) {
    return unknown.contains(key, viewNumber, nowNanos);
  }

  /**
   * Returns the bytes of the copies that this member holds for others. Copies that arrive at the
   * same moment may exceed the bound a little.
   */
  public long sumOfHeldBytes() {
    return heldBytes.sum();
  }

  /**
   * Changes the bound of the bytes that this member holds for others. Copies that are here stay.
   * For the simulator; a node keeps the bound that it was configured with.
   */
  public void limitHeldBytes(long bytes) {
    heldBytes.limit(bytes);
  }

  /**
   * Returns for how long this member keeps fences and tombstones: for {@code tombstoneNanos} unless
   * there are so many of them that the last {@link #sweep} shortened the time.
   */
  public long retentionNanos() {
    return retentionNanos;
  }

  /**
   * Drops keys that were found unknown more than a second ago, and adapts the retention time.
   * Called by the protocol thread once for each walk over all sessions.
   *
   * @param remembered the number of fences and tombstones that the last walk found
   */
  public void sweep(int remembered, long nowNanos) {
    unknown.sweep(nowNanos);
    adaptRetention(remembered);
  }

  /**
   * Halves the retention time while there are more fences and tombstones than {@link
   * ReplicaConfig#MOST_REMEMBERED}, and doubles it again while there are less than half of that.
   */
  void adaptRetention(int remembered) {
    long longest = config.tombstoneNanos();
    // A message or a request that is under way when a session ends is over within a few acquire
    // timeouts. Without its tombstone for that time, it could bring an older copy back.
    long least = Math.min(longest, 4 * config.acquireTimeoutNanos());
    if (remembered > ReplicaConfig.MOST_REMEMBERED) {
      retentionNanos = Math.max(least, retentionNanos / 2);
    } else if (remembered < ReplicaConfig.MOST_REMEMBERED / 2) {
      retentionNanos = Math.min(longest, retentionNanos * 2);
    }
  }

  /**
   * Records that this member has dropped a fence or tombstone of {@code epoch}. A member that is
   * silent now may still have it and refuse lower epochs. So a new session under the same key,
   * which callers may choose, must begin in a higher epoch. Without this it could begin in one that
   * the silent member refuses later.
   */
  void forget(Epoch epoch) {
    if (epoch.counter() >= forgotten.counter()) {
      forgotten = new Epoch(epoch.counter() + 1, self.name(), NOBODYS_INCARNATION);
    }
  }

  /** Returns an epoch above all that this member has forgotten; see {@link #forget}. */
  Epoch forgotten() {
    return forgotten;
  }
}
