// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.NextTick;

/**
 * The peers that had no room for a copy. Such a peer is offered no copy of that size or more for a
 * while, by no session; copies that it has stay there. Then it gets another chance, and each time
 * that it refuses again soon, the while doubles. So a full peer costs a few refused copies in 16
 * seconds, however many sessions would go there, and room that returns is found in that time.
 *
 * <p>Only a preference: nothing is fenced by it. Thread-safe; takes no other lock.
 */
public final class FullPeers implements NextTick.Timed {
  public static final long FIRST_REST_NANOS = 1_000_000_000L;
  public static final long MOST_REST_NANOS = 16 * FIRST_REST_NANOS;

  /**
   * @param bytes the smallest copy that was refused
   * @param over whether the peer has got its next chance
   */
  private record Refusal(long bytes, long restNanos, long endNanos, boolean over) {}

  private final ConcurrentMap<Member, Refusal> refusals = new ConcurrentHashMap<>();

  /** Returns whether {@code copy} may be offered to {@code member}. */
  boolean mayTake(Member member, Copy copy) {
    Refusal refusal = refusals.get(member);
    return refusal == null || refusal.over || copy.heldBytes() < refusal.bytes;
  }

  /** Notes that {@code member} has no room for {@code copy}. */
  void refused(Member member, Copy copy, long nowNanos) {
    long bytes = copy.heldBytes();
    refusals.merge(
        member,
        new Refusal(bytes, FIRST_REST_NANOS, nowNanos + FIRST_REST_NANOS, false),
        (before, first) -> {
          if (!before.over) {
            return new Refusal(
                Math.min(bytes, before.bytes), before.restNanos, before.endNanos, false);
          }
          boolean again = nowNanos - before.endNanos < before.restNanos;
          long rest = again ? Math.min(MOST_REST_NANOS, 2 * before.restNanos) : FIRST_REST_NANOS;
          return new Refusal(bytes, rest, nowNanos + rest, false);
        });
  }

  /** Returns whether a peer gets another chance now. */
  boolean tick(long nowNanos) {
    boolean another = false;
    for (Map.Entry<Member, Refusal> each : refusals.entrySet()) {
      Refusal its = each.getValue();
      if (!its.over && nowNanos - its.endNanos >= 0) {
        Refusal over = new Refusal(its.bytes, its.restNanos, nowNanos, true);
        another |= refusals.replace(each.getKey(), its, over);
      }
    }
    return another;
  }

  /** Asks for the tick at which the next peer gets another chance. */
  @Override
  public void nextTick(NextTick next) {
    for (Refusal its : refusals.values()) {
      if (!its.over) {
        next.at(its.endNanos);
      }
    }
  }

  /** Forgets the members that are not in {@code views}. */
  void retainAll(Views views) {
    refusals.keySet().retainAll(views.everybody());
  }
}
