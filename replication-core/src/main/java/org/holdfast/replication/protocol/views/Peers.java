// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.holdfast.replication.membership.Member;

/**
 * The other members, with what is known of them: which ones answer, and which ones are about to
 * leave. A member counts as down while its stream is broken, or while it owes an acknowledgement
 * and says nothing at all (a hung process keeps its sockets). These are hints only: they fence
 * nothing.
 */
final class Peers {
  /*
   * Threads: any. Each field is volatile and stands alone; a stale read costs a detour, never correctness.
   */
  private static final class Peer {
    volatile long lastHeardNanos = Long.MIN_VALUE;
    volatile boolean broken;
    volatile boolean stalled;
    volatile boolean draining;
    volatile boolean drained;
  }

  private final ConcurrentMap<Member, Peer> peers = new ConcurrentHashMap<>();

  boolean isDown(Member member) {
    Peer peer = peers.get(member);
    return peer != null && (peer.broken || peer.stalled);
  }

  boolean isStalled(Member member) {
    Peer peer = peers.get(member);
    return peer != null && peer.stalled;
  }

  /** Takes in a sign of life; returns whether the peer counted as stalled until now. */
  boolean heard(Member member, long nowNanos) {
    Peer peer = peer(member);
    peer.lastHeardNanos = nowNanos;
    if (!peer.stalled) {
      return false;
    }
    peer.stalled = false;
    return true;
  }

  boolean isDraining(Member member) {
    Peer peer = peers.get(member);
    return peer != null && peer.draining;
  }

  /** Takes in whether the peer is about to leave; returns whether that is news. */
  boolean setDraining(Member member, boolean draining) {
    Peer peer = peer(member);
    boolean news = peer.draining != draining;
    peer.draining = draining;
    return news;
  }

  /** Returns whether {@code member} has reported that everything it held is elsewhere. */
  boolean isDrained(Member member) {
    Peer peer = peers.get(member);
    return peer != null && peer.drained;
  }

  void setDrained(Member member, boolean drained) {
    peer(member).drained = drained;
  }

  void setBroken(Member member, boolean broken) {
    peer(member).broken = broken;
  }

  /** Marks the peer as stalled unless it has sent something since; returns whether that is news. */
  boolean stalledSince(Member member, long sinceNanos) {
    Peer peer = peer(member);
    if (peer.stalled
        || (peer.lastHeardNanos != Long.MIN_VALUE && peer.lastHeardNanos - sinceNanos >= 0)) {
      return false;
    }
    peer.stalled = true;
    return true;
  }

  private Peer peer(Member member) {
    Peer known = peers.get(member);
    return known != null ? known : peers.computeIfAbsent(member, unknown -> new Peer());
  }

  /** Forgets all members that are not in {@code views}. */
  void retainAll(Views views) {
    peers.keySet().retainAll(views.everybody());
  }
}
