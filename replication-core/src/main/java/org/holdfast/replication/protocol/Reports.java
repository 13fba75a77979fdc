// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;

/**
 * What the members of one view have last said of how far they are with it. Guarded by the lock of
 * {@link ViewTracker}.
 *
 * <p>"My sessions are placed" can be taken back, when a term begins. It is numbered by how often
 * that happened, and members tell which of these numbers they have heard from all. If each has
 * heard the same ones, then there was a moment at which all sessions were placed: when the last of
 * those reports was made, none of them had been taken back, since every member still stood by its
 * own after it had heard of that last one. So it does not matter how late, or in which order,
 * reports arrive. Whoever has settled by that says so, and is believed: it listens no more, and may
 * not have heard of what came after that moment.
 */
final class Reports {
  private record Report(boolean rebalanced, boolean settled, long takenBack, List<Long> seen) {}

  private static final Report NOTHING = new Report(false, false, 0, List.of());

  /** Members that have not reported are absent. */
  private final Map<Member, Report> reports = new HashMap<>();

  private final Member self;
  private final boolean numbered;

  /**
   * @param numbered whether reports may be taken back, so that all must have seen the same
   */
  Reports(Member self, boolean numbered) {
    this.self = self;
    this.numbered = numbered;
  }

  /** There is another view, of which nobody has said anything. */
  void clear() {
    reports.clear();
    reports.put(self, NOTHING);
  }

  void put(Member from, Message.ViewStatus status) {
    reports.put(
        from, new Report(status.rebalanced(), status.settled(), status.takenBack(), status.seen()));
  }

  boolean haveComeFrom(Collection<Member> members) {
    return reports.keySet().containsAll(members);
  }

  /** Who has reported, the own member among them. */
  Set<Member> senders() {
    return reports.keySet();
  }

  private Report of(Member member) {
    return reports.getOrDefault(member, NOTHING);
  }

  /** Whether the own sessions are placed. */
  boolean isRebalanced() {
    return of(self).rebalanced();
  }

  /** How often the own report was taken back. */
  long takenBack() {
    return of(self).takenBack();
  }

  void rebalanced() {
    reports.put(self, new Report(true, false, takenBack(), List.of()));
  }

  /** Returns whether the own report said that all is placed. */
  boolean takeBack() {
    Report before = of(self);
    reports.put(self, new Report(false, false, before.takenBack() + 1, List.of()));
    return before.rebalanced();
  }

  /** The numbers with which all have said that their sessions are placed; empty if one has not. */
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
   * Whether there was a moment at which all had their sessions placed, as far as that is known: all
   * that was heard speaks for it, or one knows it who needs to hear nothing more.
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
