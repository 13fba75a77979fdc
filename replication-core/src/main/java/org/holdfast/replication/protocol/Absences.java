/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * Who was away for longer than tombstones last, the own member included. What such a member holds
 * may have ended meanwhile without anybody remembering, so it must not count.
 *
 * <p>Two must agree on that: the others have gone on without the member for so long, by their
 * clocks; and it knows itself to have stood still. If all were stopped together nobody has gone on;
 * and two sides of a partition that both went on have both been away for the other.
 */
final class Absences {
  /*
   * Threads: the protocol thread installs views and ticks, transport threads bring news; all under this object's monitor.
   */

  /** Members that left are remembered until they return; of so many at most. */
  private static final int MOST = 1000;

  private final LongSupplier retentionNanos;

  /** When each member left. */
  @GuardedBy("this")
  private final Map<Member, Long> departures = new HashMap<>();

  /** Members of the current view that were away too long. */
  @GuardedBy("this")
  private final Set<Member> longAway = new HashSet<>();

  @GuardedBy("this")
  private boolean standing;

  @GuardedBy("this")
  private long standingSinceNanos;

  /** When this member last ended to stand still for too long; null if it never has. */
  @GuardedBy("this")
  private @Nullable Long stoodStillUntil;

  /** When the view of now came. */
  @GuardedBy("this")
  private long viewNanos;

  /** The newest view in which this member was told that it has been away too long. */
  @GuardedBy("this")
  private long toldInView = -1;

  /** Who said so since the last verdict, and when first; and who did before. */
  @GuardedBy("this")
  private final Map<Member, Long> tellers = new HashMap<>();

  @GuardedBy("this")
  private final Set<Member> heeded = new HashSet<>();

  /**
   * What does not count any more: copies that nothing has touched since the view came, and those of
   * the members that say so, who had sent them before they did. What they sent after it may have
   * come, and have been acknowledged, before the view.
   */
  record Verdict(long sinceNanos, Map<Member, Long> tellers) {
    /** Since when what has come of this term is news. */
    long newsSinceNanos(Epoch term) {
      for (Map.Entry<Member, Long> teller : tellers.entrySet()) {
        if (term.isOwnedBy(teller.getKey())) {
          return teller.getValue();
        }
      }
      return sinceNanos;
    }
  }

  /**
   * @param retentionNanos how long tombstones last now
   */
  Absences(LongSupplier retentionNanos) {
    this.retentionNanos = retentionNanos;
  }

  synchronized void onView(@Nullable View before, View view, long nowNanos) {
    longAway.clear();
    viewNanos = nowNanos;
    if (before != null) {
      for (Member member : before.members()) {
        if (!view.contains(member) && departures.size() < MOST) {
          departures.putIfAbsent(member, nowNanos);
        }
      }
    }
    for (Member member : view.members()) {
      Long since = departures.remove(member);
      if (since != null && nowNanos - since > retentionNanos.getAsLong()) {
        longAway.add(member);
      }
      // A new incarnation: the old one will not come back.
      departures.keySet().removeIf(left -> left.name().equals(member.name()));
    }
  }

  /**
   * Whether the member left too long ago for what it holds to count, or is back after too long and
   * does not know it: it answers under a view from before.
   */
  synchronized boolean isLongGone(Member member, long itsView, long ownView, long nowNanos) {
    Long since = departures.get(member);
    return since != null && nowNanos - since > retentionNanos.getAsLong()
        || longAway.contains(member) && itsView < ownView;
  }

  /** Whether the member has just come back after too long. */
  synchronized boolean wasLongAway(Member member) {
    return longAway.contains(member);
  }

  /** The process was stopped and runs again. */
  synchronized void stopped(long sinceNanos, long nowNanos) {
    if (nowNanos - sinceNanos > retentionNanos.getAsLong()) {
      stoodStillUntil = nowNanos;
    }
  }

  /** Takes in whether this member may serve: on the wrong side of a partition it stands still. */
  synchronized void tick(boolean mayServe, long nowNanos) {
    if (mayServe) {
      standing = false;
    } else if (!standing) {
      standing = true;
      standingSinceNanos = nowNanos;
    } else if (nowNanos - standingSinceNanos > retentionNanos.getAsLong()) {
      stoodStillUntil = nowNanos;
    }
  }

  /** Another member says that, as of that view, this one has been away too long. */
  synchronized void told(Member from, long viewNumber, long nowNanos) {
    if (viewNumber > toldInView) {
      toldInView = viewNumber;
      tellers.clear();
      heeded.clear();
    }
    if (viewNumber == toldInView && !heeded.contains(from)) {
      tellers.putIfAbsent(from, nowNanos);
    }
  }

  /** Whether the member has said so, and nothing has been dropped for it yet. */
  synchronized boolean isAboutToHeed(Member member) {
    return tellers.containsKey(member);
  }

  /**
   * What is to be dropped; null if nothing. Each teller counts once: what it sends from then on is
   * news.
   */
  synchronized @Nullable Verdict takeVerdict(long viewNumber, long nowNanos) {
    Long until = stoodStillUntil;
    if (until == null
        || tellers.isEmpty()
        || toldInView != viewNumber
        || nowNanos - until > retentionNanos.getAsLong()) {
      return null;
    }
    Verdict verdict = new Verdict(viewNanos, Map.copyOf(tellers));
    heeded.addAll(tellers.keySet());
    tellers.clear();
    return verdict;
  }
}
