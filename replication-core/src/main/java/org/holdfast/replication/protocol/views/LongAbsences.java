// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.NextTick;
import org.jspecify.annotations.Nullable;

/**
 * The members that were away for longer than tombstones last, the own member included. A session
 * that such a member holds may have ended meanwhile, and no member remembers it, so the copy must
 * not count.
 *
 * <p>Two members must agree on that: another has served sessions without the member, and for so
 * long, by its clock, not seen it; and the member knows that it stood still. If all were stopped,
 * or on the wrong side of a partition, together, no member has continued; and two sides of a
 * partition that both continued have both been away for the other.
 */
public final class LongAbsences implements NextTick.Timed {
  /*
   * Threads: the protocol thread installs views and ticks, transport threads bring news; all under this object's monitor. That a
   * member tells comes on the same stream, and so on the same thread, as what it sends before and after.
   */

  /** The most members of which something is remembered; then the oldest goes. */
  private static final int MOST = 1000;

  private static final int MOST_VIEWS = 100;

  private final LongSupplier retentionNanos;

  /** The time when each member left. */
  @GuardedBy("this")
  private final Map<Member, Long> departures = new Newest<>();

  /**
   * The members that were away too long, with the number of the view in which they came back. This
   * member does not know whether they know it, so it sends them that again and again.
   */
  @GuardedBy("this")
  private final Map<Member, Long> longAway = new Newest<>();

  /** The flag that this member was ever able to serve sessions, and the time when it last was. */
  @GuardedBy("this")
  private boolean served;

  @GuardedBy("this")
  private long servedNanos;

  @GuardedBy("this")
  private boolean standing;

  @GuardedBy("this")
  private long standingSinceNanos;

  /** The time until which this member last stood still for too long; null if it never has. */
  @GuardedBy("this")
  private @Nullable Long stoodStillUntil;

  /** The time when each of the last views came. */
  @GuardedBy("this")
  private final NavigableMap<Long, Long> viewNanos = new TreeMap<>();

  /**
   * The members that reported to this one its long absence, with the view in which it came back.
   */
  @GuardedBy("this")
  private final Map<Member, Long> tellers = new Newest<>();

  /** The view in which this member came back, while it has not come here yet, or -1. */
  @GuardedBy("this")
  private long awaitedView = -1;

  /**
   * The newest view as of which the copies from others were dropped, or will be: that is done once.
   */
  @GuardedBy("this")
  private long clearedView = -1;

  private static final class Newest<V> extends LinkedHashMap<Member, V> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Member, V> eldest) {
      return size() > MOST;
    }
  }

  /**
   * The copies that do not count any more.
   *
   * @param teller the member of which no copy counts, since it has only now reported the absence;
   *     null if it had reported it before
   * @param backNanos the time when this member was back in a view: a copy not touched since then
   *     does not count; empty if it is not back yet, or if that was done before
   * @param tellers the members that have reported it: a copy that they have sent since is news
   */
  public record Verdict(@Nullable Member teller, OptionalLong backNanos, Set<Member> tellers) {
    /** Returns whether a copy from {@code epoch}, touched at that time, predates the absence. */
    public boolean isOutdated(Epoch epoch, long touchedNanos) {
      if (teller != null && epoch.isOwnedBy(teller)) {
        return true;
      }
      return backNanos.isPresent()
          && touchedNanos - backNanos.getAsLong() < 0
          && tellers.stream().noneMatch(epoch::isOwnedBy);
    }
  }

  /**
   * @param retentionNanos how long tombstones last now
   */
  LongAbsences(LongSupplier retentionNanos) {
    this.retentionNanos = retentionNanos;
  }

  /** Takes in a view; returns the copies to drop now that it has come, null if there are none. */
  synchronized @Nullable Verdict onView(@Nullable View before, View view, long nowNanos) {
    viewNanos.put(view.number(), nowNanos);
    if (viewNanos.size() > MOST_VIEWS) {
      viewNanos.pollFirstEntry();
    }
    if (before != null) {
      for (Member member : before.members()) {
        if (!view.contains(member)) {
          departures.putIfAbsent(member, nowNanos);
        }
      }
    }
    for (Member member : view.members()) {
      Long since = departures.remove(member);
      if (since != null && isTooLong(since, nowNanos)) {
        longAway.put(member, view.number());
      }
      // A new incarnation: the old one will not come back.
      departures.keySet().removeIf(left -> left.name().equals(member.name()));
    }
    if (awaitedView < 0 || view.number() < awaitedView) {
      return null;
    }
    Verdict verdict = new Verdict(null, backNanos(awaitedView), Set.copyOf(tellers.keySet()));
    awaitedView = -1;
    return verdict;
  }

  /**
   * Returns whether this member has continued without one that left at {@code sinceNanos}, for
   * longer than tombstones last.
   */
  @GuardedBy("this")
  private boolean isTooLong(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos > retentionNanos.getAsLong()
        && served
        && servedNanos - sinceNanos > 0;
  }

  /**
   * Returns whether the member left too long ago for its copies to count, or is back after too long
   * and does not know it: it answers under a view from before.
   */
  synchronized boolean isLongGone(Member member, long itsView, long nowNanos) {
    Long since = departures.get(member);
    return since != null && isTooLong(since, nowNanos)
        || itsView < longAway.getOrDefault(member, -1L);
  }

  /**
   * Returns whether a member that left within one retention time after {@code sinceNanos} could
   * still return without counting as long away.
   */
  synchronized boolean mayReturnUnnoticed(long sinceNanos, long nowNanos) {
    long retention = retentionNanos.getAsLong();
    for (long left : departures.values()) {
      if (left - sinceNanos > 0 && left - sinceNanos <= retention && nowNanos - left <= retention) {
        return true;
      }
    }
    return false;
  }

  /** Returns the view in which the member came back after too long; empty if it did not. */
  synchronized OptionalLong backAfterLong(Member member) {
    Long view = longAway.get(member);
    return view == null ? OptionalLong.empty() : OptionalLong.of(view);
  }

  /** Takes in that the process did nothing between the two times, and runs again. */
  synchronized void stopped(long sinceNanos, long nowNanos) {
    if (nowNanos - sinceNanos > retentionNanos.getAsLong()) {
      stoodStillUntil = nowNanos;
    }
  }

  /** Takes in whether this member may serve: on the wrong side of a partition it stands still. */
  synchronized void tick(boolean mayServe, long nowNanos) {
    if (mayServe) {
      standing = false;
      served = true;
      servedNanos = nowNanos;
    } else if (!standing) {
      standing = true;
      standingSinceNanos = nowNanos;
    } else if (nowNanos - standingSinceNanos > retentionNanos.getAsLong()) {
      stoodStillUntil = nowNanos;
    }
  }

  private synchronized boolean isStanding() {
    return standing;
  }

  /** Asks for nothing while this member serves: the time when it last did is noted by any tick. */
  @Override
  public void nextTick(NextTick next) {
    if (isStanding()) {
      next.soon();
    }
  }

  /**
   * Takes in the report of {@code from} that this member came back in that view after it had been
   * away too long. Counts once for each return. Returns the copies to drop, before anything that
   * {@code from} sends next, or null if there are none.
   */
  synchronized @Nullable Verdict told(Member from, long backInView, long nowNanos) {
    Long before = tellers.get(from);
    if (before != null && before >= backInView) {
      return null;
    }
    tellers.put(from, backInView);
    Long until = stoodStillUntil;
    if (until == null || nowNanos - until > retentionNanos.getAsLong()) {
      return null;
    }
    OptionalLong back = OptionalLong.empty();
    if (backInView > clearedView) {
      clearedView = backInView;
      back = backNanos(backInView);
      awaitedView = back.isEmpty() ? backInView : -1;
    }
    return new Verdict(from, back, Set.copyOf(tellers.keySet()));
  }

  /** Returns the time when the first view with at least that number came, or empty. */
  @GuardedBy("this")
  private OptionalLong backNanos(long number) {
    Map.Entry<Long, Long> first = viewNanos.ceilingEntry(number);
    return first == null ? OptionalLong.empty() : OptionalLong.of(first.getValue());
  }
}
