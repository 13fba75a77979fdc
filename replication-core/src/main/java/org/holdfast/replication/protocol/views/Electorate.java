// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message;
import org.jspecify.annotations.Nullable;

/**
 * The views of which a majority is needed, where only the side that has one may serve. Guarded by
 * the lock of {@link ViewTracker}.
 *
 * <p>The bases are the newest view that is known to have settled, and the later views on which this
 * member, or one that has reported to it, has acted. A view settles with a majority of the settled
 * one and of all that may have settled since. Two majorities of one base have a member in common,
 * and that one brings the later base along in its report. So settled views form one chain, whatever
 * the order of cuts, and only a side with a majority of its end can continue. From the other bases
 * as many members must answer as from any view that matters. The argument is in docs/design/007.
 */
final class Electorate {
  private final Member self;
  private final int majorityOf;

  /** The settled view first, if there is one, then the others that matter, oldest first. */
  private List<Message.Base> bases = List.of();

  /** The members of the current views that have given up their vote, for good. */
  private final Set<Message.Voter> withdrawn = new HashSet<>();

  /**
   * The members that reported in the view before, and count for a moment as if that view continued.
   */
  private final Set<Member> carried = new HashSet<>();

  Electorate(Member self, int majorityOf) {
    this.self = self;
    this.majorityOf = majorityOf;
  }

  List<Message.Base> bases() {
    return bases;
  }

  /** Returns whether {@code member} has given up its vote. */
  boolean hasWithdrawn(Member member) {
    return withdrawn.contains(Message.Voter.of(member));
  }

  /**
   * Takes the vote of {@code member} away, for good: members that know of that and members that do
   * not must still have a voter in common.
   */
  void withdraw(Member member) {
    if (majorityOf > 0 && withdrawn.add(Message.Voter.of(member))) {
      bases = without(bases);
    }
  }

  /** Takes in the views that matter to another member of the current one. */
  void heard(List<Message.Base> others) {
    if (majorityOf > 0 && !others.isEmpty() && !others.equals(bases)) {
      bases = merged(bases, without(others));
    }
  }

  private static Message.@Nullable Base settled(List<Message.Base> sorted) {
    Message.Base newest = null;
    for (Message.Base base : sorted) {
      newest = base.isSettled() ? base : newest;
    }
    return newest;
  }

  /** Notes that the own sessions are placed: the others may settle the view from now on. */
  void maySettle(View view) {
    if (majorityOf > 0) {
      bases = merged(bases, without(List.of(base(view, Message.Base.Stage.PLACED))));
    }
  }

  void settled(View view) {
    if (majorityOf > 0) {
      bases = without(List.of(base(view, Message.Base.Stage.SETTLED)));
    }
  }

  /**
   * Notes that no member can have settled a view that is over: all its members had reported their
   * bases, and it had no majority of them.
   */
  void cannotHaveSettled(View view) {
    bases =
        bases.stream()
            .map(base -> Bases.isOf(base, view) && !base.isSettled() ? installed(view) : base)
            .toList();
  }

  private Message.Base installed(View view) {
    return Bases.without(base(view, Message.Base.Stage.INSTALLED), withdrawn);
  }

  /**
   * Adds a new view to the bases: an update acknowledged in it may lie there alone.
   *
   * @param everybody the members of this view and of those that still matter
   * @param heardBefore the members that had reported in the view before
   */
  void install(View view, Set<Member> everybody, Collection<Member> heardBefore) {
    Set<Message.Voter> known = new HashSet<>();
    everybody.forEach(member -> known.add(Message.Voter.of(member)));
    withdrawn.retainAll(known);
    if (majorityOf > 0) {
      bases = merged(bases, List.of(installed(view)));
    }
    carried.clear();
    carried.addAll(heardBefore);
  }

  /** Stops counting the reports from the view before; returns whether any were counted. */
  boolean endCarrying() {
    boolean carrying = !carried.isEmpty();
    carried.clear();
    return carrying;
  }

  /** Returns the highest number of voters of one base that are not in this view. */
  long lost(View view) {
    if (bases.isEmpty()) {
      return 0;
    }
    long lost = 0;
    Set<Member> members = Set.copyOf(view.members());
    for (Message.Base base : bases) {
      lost = Math.max(lost, Bases.missing(base, members));
    }
    return lost;
  }

  /** Returns the majority to count in this view, with the reports that have come by now. */
  Majority majority(View view, Reports reports) {
    List<Member> members = view.members().stream().filter(member -> !hasWithdrawn(member)).toList();
    List<Member> heard =
        members.stream()
            .filter(
                member ->
                    member.equals(self)
                        || carried.contains(member)
                        || reports.haveComeFrom(List.of(member)))
            .toList();
    return new Majority(members, heard, bases, majorityOf, reports.haveComeFrom(view.members()));
  }

  private static Message.Base base(View view, Message.Base.Stage stage) {
    return new Message.Base(
        view.number(),
        view.creator(),
        stage,
        view.members().stream().map(Message.Voter::of).toList());
  }

  private List<Message.Base> without(List<Message.Base> all) {
    return withdrawn.isEmpty()
        ? all
        : all.stream().map(base -> Bases.without(base, withdrawn)).toList();
  }

  /** Returns the bases of both: the newest that has settled, and all that may have since. */
  private static List<Message.Base> merged(List<Message.Base> ours, List<Message.Base> theirs) {
    List<Message.Base> each = new ArrayList<>(ours);
    for (Message.Base base : theirs) {
      int same = indexOf(each, base);
      if (same < 0) {
        each.add(base);
      } else {
        each.set(same, Bases.combine(each.get(same), base));
      }
    }
    each.sort(Bases.OLDEST_FIRST);
    Message.Base settled = settled(each);
    List<Message.Base> kept = new ArrayList<>();
    for (Message.Base base : each) {
      boolean later = settled == null || base.viewNumber() >= settled.viewNumber();
      if (!base.isSettled() && later) {
        keep(base, kept);
      }
    }
    if (kept.size() > Message.ViewStatus.MOST_UNSETTLED) {
      kept.subList(0, kept.size() - Message.ViewStatus.MOST_UNSETTLED).clear();
    }
    if (settled != null) {
      kept.add(0, settled);
    }
    return List.copyOf(kept);
  }

  /** Adds a base to {@code kept}, in place of one with equal voters if there is one. */
  private static void keep(Message.Base newest, List<Message.Base> kept) {
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i).voters().equals(newest.voters())) {
        kept.add(Bases.insteadOf(kept.remove(i), newest));
        return;
      }
    }
    kept.add(newest);
  }

  private static int indexOf(List<Message.Base> bases, Message.Base wanted) {
    for (int i = 0; i < bases.size(); i++) {
      if (Bases.areOfOneView(bases.get(i), wanted)) {
        return i;
      }
    }
    return -1;
  }
}
