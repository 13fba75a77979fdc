// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.Message.ViewStatus.Standing;

/**
 * The last reports of the members of one view on how far they are with it. Guarded by the lock of
 * {@link ViewTracker}.
 *
 * <p>A member reports that its sessions are placed, and revokes that report when an epoch begins.
 * The report contains the number of its revocations, and each member reports the numbers that it
 * has received from all. If all members have received the same numbers, then there was a moment at
 * which all sessions were placed: when the last of those reports was made. None of them had been
 * revoked then, since every member still stood by its own after it had received that last one. So
 * neither delay nor order of the reports matters. A member that has settled by that reports so, and
 * the others believe it: it looks at no further reports, and may not know what came after that
 * moment.
 */
final class Reports {
  private record Report(boolean rebalanced, boolean settled, long takenBack, List<Long> seen) {}

  private static final Report NOTHING = new Report(false, false, 0, List.of());

  /** The last report of each member; members that have not reported are absent. */
  private final Map<Member, Report> reports = new HashMap<>();

  /**
   * The members whose last report says that those they miss may continue without them. Kept from
   * view to view: another member comes, and these still miss the same ones.
   */
  private final Set<Member> outnumbered = new HashSet<>();

  private final Member self;
  private final boolean numbered;

  /**
   * @param numbered whether reports may be revoked, so that all must have seen the same
   */
  Reports(Member self, boolean numbered) {
    this.self = self;
    this.numbered = numbered;
  }

  /** Forgets the reports on the view before {@code view}, on which no member has reported yet. */
  void begin(View view) {
    outnumbered.retainAll(view.members());
    reports.clear();
    reports.put(self, NOTHING);
  }

  void put(Member from, Message.ViewStatus status) {
    reports.put(
        from, new Report(status.rebalanced(), status.settled(), status.takenBack(), status.seen()));
    if (status.standing() == Standing.OUTNUMBERED) {
      outnumbered.add(from);
    } else {
      outnumbered.remove(from);
    }
  }

  /** Returns whether another member reports that those it misses may continue without it. */
  boolean areAnyOutnumbered() {
    return !outnumbered.isEmpty();
  }

  boolean haveComeFrom(Collection<Member> members) {
    return reports.keySet().containsAll(members);
  }

  /** Returns the members that have reported, the own member among them. */
  Set<Member> senders() {
    return reports.keySet();
  }

  private Report of(Member member) {
    return reports.getOrDefault(member, NOTHING);
  }

  /** Returns whether the own member has reported that its sessions are placed. */
  boolean isRebalanced() {
    return of(self).rebalanced();
  }

  /** Returns how often this member revoked its report. */
  long takenBack() {
    return of(self).takenBack();
  }

  void rebalanced() {
    reports.put(self, new Report(true, false, takenBack(), List.of()));
  }

  /** Takes the own report back; returns whether it said that all is placed. */
  boolean takeBack() {
    Report before = of(self);
    reports.put(self, new Report(false, false, before.takenBack() + 1, List.of()));
    return before.rebalanced();
  }

  /**
   * Returns the number of each member's report that its sessions are placed. The list is empty if
   * one has not reported so, or if reports are not numbered.
   */
  List<Long> seen(View view) {
    List<Long> seen = new ArrayList<>(view.members().size());
    for (Member member : view.members()) {
      Report report = of(member);
      if (!numbered || !report.rebalanced()) {
        return List.of();
      }
      seen.add(report.takenBack());
    }
    return List.copyOf(seen);
  }

  /**
   * Returns whether there was a moment at which all members had their sessions placed, as far as is
   * known. All must have reported so; numbered reports must also agree, or one must come from a
   * member that has settled.
   */
  boolean allRebalanced(View view) {
    List<Long> seen = seen(view);
    boolean known = !numbered;
    boolean agreed = true;
    for (Member member : view.members()) {
      Report report = of(member);
      if (!report.rebalanced()) {
        return false;
      }
      known |= report.settled();
      agreed &= member.equals(self) || report.seen().equals(seen);
    }
    return known || agreed;
  }
}
