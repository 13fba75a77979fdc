// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.jspecify.annotations.Nullable;

/**
 * The doubt whether the others have continued without this member, which hung, and have not
 * reported that yet. While it lasts, being alone proves nothing: else each of two members with one
 * secondary could speak for both by itself.
 *
 * <p>The doubt ends when all others of a view have reported since. It also ends when the silent
 * ones are taken for dead, by default 30 s after this member woke. It comes back if their reports
 * may be from before the hang, but no more than 6 s after it.
 */
final class PauseRecovery implements NextTick.Timed {
  /*
   * Threads: the protocol thread says that this member hung, and brings views and time; transport threads bring the reports of
   * others; any thread asks. All but asking is under this object's monitor, the innermost of all: nothing is called under it.
   */

  /** The time after a hang by which the failure detectors have reported it. */
  private static final long DETECTION_NANOS = 6_000_000_000L;

  private final Member self;
  private final long longestNanos;
  private volatile boolean open;

  @GuardedBy("this")
  private boolean hung;

  @GuardedBy("this")
  private long wokenNanos;

  @GuardedBy("this")
  private final Set<Member> heard = new HashSet<>();

  PauseRecovery(Member self, long longestNanos) {
    this.self = self;
    this.longestNanos = longestNanos;
  }

  boolean isOpen() {
    return open;
  }

  /**
   * Returns whether the answers prove something: there is no doubt, or all members of a view of
   * several have answered.
   */
  boolean allows(View current, Set<Member> answered) {
    return !open || current.members().size() > 1 && answered.containsAll(current.members());
  }

  /**
   * Takes in that this member did nothing for so long. After a long pause the others may have
   * dropped it from their view.
   */
  synchronized void stood(long forNanos, @Nullable Views views, long nowNanos) {
    if (forNanos > ReplicaConfig.LONG_PAUSE_NANOS
        && views != null
        && (open || views.current().members().size() > 1)) {
      hung = true;
      wokenNanos = nowNanos;
      open = true;
      heard.clear();
    }
  }

  synchronized void onView(View view) {
    heard.clear();
    // The reports that reassured this member may be from before the others dropped it.
    if (hung && view.members().size() == 1) {
      open = true;
    }
  }

  /** Takes in that {@code from} has reported on the current view; the doubt ends once all have. */
  synchronized void heard(Member from, View current) {
    heard.add(from);
    if (open && current.members().size() > 1 && haveAllSpoken(current)) {
      open = false;
    }
  }

  @GuardedBy("this")
  private boolean haveAllSpoken(View current) {
    for (Member member : current.members()) {
      if (!member.equals(self) && !heard.contains(member)) {
        return false;
      }
    }
    return true;
  }

  /** Discards the report of a member whose stream has broken: it may be from before the hang. */
  synchronized void lost(Member member) {
    heard.remove(member);
    if (hung) {
      open = true;
    }
  }

  synchronized void tick(long nowNanos) {
    if (hung && nowNanos - wokenNanos >= (open ? longestNanos : DETECTION_NANOS)) {
      hung = false;
      open = false;
    }
  }

  private synchronized boolean isHung() {
    return hung;
  }

  @Override
  public void nextTick(NextTick next) {
    if (isHung()) {
      next.soon();
    }
  }
}
