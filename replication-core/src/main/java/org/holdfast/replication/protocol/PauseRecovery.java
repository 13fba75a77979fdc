// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * Whether the others may have gone on without this member, which hung, and have not told it yet:
 * then being alone proves nothing. Of two members with one secondary each could else speak for both
 * by itself. Ends when all others of a view have reported since, or when those of whom nothing was
 * heard for so long are taken for dead, by default 30 s after it woke. Comes back if what they
 * reported may be from before the hang; but no more than 6 s after it.
 */
final class PauseRecovery {
  /*
   * Threads: the protocol thread says that this member hung, and brings views and time; transport threads bring the reports of
   * others; any thread asks. All but asking is under this object's monitor, the innermost of all: nothing is called under it.
   */

  /** By then the failure detectors have said what they had to say of a hang. */
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

  /** Whether what these have answered proves something: without doubt, or if nobody is silent. */
  boolean allows(View current, Set<Member> answered) {
    return !open || current.members().size() > 1 && answered.containsAll(current.members());
  }

  /** This member did nothing for so long: perhaps the others have dropped it from their view. */
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
    // What reassured this member may have been said before the others dropped it.
    if (hung && view.members().size() == 1) {
      open = true;
    }
  }

  /** Somebody has said how far it is with the view of now. */
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

  /** What the member had said may be from before the hang: its stream has broken since. */
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
}
