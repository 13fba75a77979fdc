// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.NextTick;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breaker for a peer that answers, but late. A member that only ever acknowledges after
 * the ack timeout makes each response wait for that and leave unprotected. Once its
 * acknowledgements have been late for a while, and another's have not, other members are preferred
 * as holders for some time. Each time that it is found slow again right after, that time doubles.
 * At most one peer counts as slow: when several are, the load or this member is the reason, and
 * moving sessions about would only add to it.
 *
 * <p>This is a preference only: it fences nothing, and a session that has no better holder keeps
 * this one. Thread-safe; takes no other lock.
 */
public final class SlowPeers implements NextTick.Timed {
  static final int LATE_IN_A_ROW = 16;
  static final long SPELL_NANOS = 2_000_000_000L;
  public static final long REST_NANOS = 60_000_000_000L;
  static final long MOST_REST_NANOS = 16 * REST_NANOS;

  private static final class Promptness {
    int lateInRow;
    long lateSinceNanos;
    boolean everPrompt;
    long promptNanos;
  }

  @GuardedBy("this")
  private final Map<Member, Promptness> peers = new HashMap<>();

  /** The peer that counts as slow, or null. Written under the lock of this object. */
  private volatile @Nullable Member slow;

  @GuardedBy("this")
  private @Nullable Member formerlySlow;

  @GuardedBy("this")
  private long endNanos;

  @GuardedBy("this")
  private long restNanos = REST_NANOS;

  boolean isSlow(Member member) {
    return member.equals(slow);
  }

  /** Takes in an acknowledgement; returns whether the peer counts as slow from now on. */
  synchronized boolean acked(Member member, boolean late, long nowNanos) {
    Promptness its = peers.computeIfAbsent(member, unknown -> new Promptness());
    if (!late) {
      its.lateInRow = 0;
      its.everPrompt = true;
      its.promptNanos = nowNanos;
      return false;
    }
    if (its.lateInRow == 0) {
      its.lateSinceNanos = nowNanos;
    }
    its.lateInRow++;
    if (slow != null
        || its.lateInRow < LATE_IN_A_ROW
        || nowNanos - its.lateSinceNanos < SPELL_NANOS
        || !isAnotherPrompt(member, nowNanos)) {
      return false;
    }
    boolean again = member.equals(formerlySlow) && nowNanos - endNanos < restNanos;
    restNanos = again ? Math.min(MOST_REST_NANOS, 2 * restNanos) : REST_NANOS;
    endNanos = nowNanos + restNanos;
    slow = member;
    return true;
  }

  @GuardedBy("this")
  private boolean isAnotherPrompt(Member member, long nowNanos) {
    return peers.entrySet().stream()
        .filter(each -> !each.getKey().equals(member))
        .map(Map.Entry::getValue)
        .anyMatch(its -> its.everPrompt && nowNanos - its.promptNanos < SPELL_NANOS);
  }

  /** Returns whether a peer that was slow gets another chance now. */
  boolean tick(long nowNanos) {
    if (slow == null) {
      return false;
    }
    synchronized (this) {
      Member member = slow;
      if (member == null || nowNanos - endNanos < 0) {
        return false;
      }
      formerlySlow = member;
      slow = null;
      peers.remove(member);
      return true;
    }
  }

  /** Asks for the tick at which the slow peer gets another chance. */
  @Override
  public void nextTick(NextTick next) {
    if (slow != null) {
      next.at(endNanos());
    }
  }

  private synchronized long endNanos() {
    return endNanos;
  }

  /** Forgets all members that are not in {@code views}. */
  synchronized void retainAll(Views views) {
    peers.keySet().retainAll(views.everybody());
    if (slow != null && !views.everybody().contains(slow)) {
      slow = null;
    }
  }
}
