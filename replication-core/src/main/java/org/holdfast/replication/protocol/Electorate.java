// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * Of whom a majority is needed, where only the side that has one may serve. Guarded by the lock of
 * {@link ViewTracker}.
 *
 * <p>The bases: the newest view that is known to have settled, and each later one that this member
 * has acted on, or one that it has heard of. A view settles with a majority of the settled one and
 * of all that may have settled since; two majorities of one base have a member in common, and that
 * one brings the later base along in its report. So settled views form one chain, whatever the
 * order of cuts, and only who has a majority of its end can go on. Of the others as many must
 * answer as of any view that matters. The argument is in docs/design/007.
 */
final class Electorate {
  /**
   * More views that may have settled are not kept: the cluster has been changing that often without
   * one of them settling. Those of equal members count once.
   */
  static final int MOST_UNSETTLED = 64;

  private final Member self;
  private final int majorityOf;

  /** The settled one first, if there is one, then those that may have settled, oldest first. */
  private List<Message.Base> bases = List.of();

  /** Those of the views of now that have given up their vote, for good. */
  private final Set<Message.Voter> withdrawn = new HashSet<>();

  /** Who was heard of in the view before, and counts for a moment as if that one went on. */
  private final Set<Member> carried = new HashSet<>();

  Electorate(Member self, int majorityOf) {
    this.self = self;
    this.majorityOf = majorityOf;
  }

  List<Message.Base> bases() {
    return bases;
  }

  /** Whether {@code member} votes no more. */
  boolean hasWithdrawn(Member member) {
    return withdrawn.contains(Message.Voter.of(member));
  }

  /**
   * The member has given up its vote; it does not get it back, since who knows of that and who does
   * not must go on having a voter in common.
   */
  void withdraw(Member member) {
    if (majorityOf > 0 && withdrawn.add(Message.Voter.of(member))) {
      bases = without(bases);
    }
  }

  /** Takes in which views matter to another member of the current one. */
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

  /** The own sessions are placed: the others may settle the view from now on. */
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
   * The view is over; all its members had said on which bases they stand, and it had no majority of
   * them: nobody can have settled it.
   */
  void cannotHaveSettled(View view) {
    bases =
        bases.stream()
            .map(base -> base.isOf(view) && !base.isSettled() ? installed(view) : base)
            .toList();
  }

  private Message.Base installed(View view) {
    return base(view, Message.Base.Stage.INSTALLED).without(withdrawn);
  }

  /**
   * There is another view; what is acknowledged in it may lie there alone.
   *
   * @param everybody who is in it, or in one that still matters
   * @param heardBefore who had been heard of in the view before
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

  /** Whoever has not been heard of by now does not count; returns whether somebody did. */
  boolean endCarrying() {
    boolean carrying = !carried.isEmpty();
    carried.clear();
    return carrying;
  }

  /** How many members of one view that matters are not in this one, those drained aside. */
  long lost(View view) {
    if (bases.isEmpty()) {
      return 0;
    }
    long lost = 0;
    Set<Member> members = Set.copyOf(view.members());
    for (Message.Base base : bases) {
      lost = Math.max(lost, base.missing(members));
    }
    return lost;
  }

  /** What there is to be counted in this view as of now. */
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
    return withdrawn.isEmpty() ? all : all.stream().map(base -> base.without(withdrawn)).toList();
  }

  /** What is known together: the newest that has settled, and all that may have since. */
  private static List<Message.Base> merged(List<Message.Base> ours, List<Message.Base> theirs) {
    List<Message.Base> each = new ArrayList<>(ours);
    for (Message.Base base : theirs) {
      int same = indexOf(each, base);
      if (same < 0) {
        each.add(base);
      } else {
        each.set(same, each.get(same).and(base));
      }
    }
    each.sort(Message.Base.OLDEST_FIRST);
    Message.Base settled = settled(each);
    List<Message.Base> kept = new ArrayList<>();
    for (Message.Base base : each) {
      boolean later = settled == null || base.viewNumber() >= settled.viewNumber();
      if (!base.isSettled() && later) {
        keep(base, kept);
      }
    }
    if (kept.size() > MOST_UNSETTLED) {
      kept.subList(0, kept.size() - MOST_UNSETTLED).clear();
    }
    if (settled != null) {
      kept.add(0, settled);
    }
    return List.copyOf(kept);
  }

  /** Of equal members one. */
  private static void keep(Message.Base newest, List<Message.Base> kept) {
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i).voters().equals(newest.voters())) {
        kept.add(newest.insteadOf(kept.remove(i)));
        return;
      }
    }
    kept.add(newest);
  }

  private static int indexOf(List<Message.Base> bases, Message.Base wanted) {
    for (int i = 0; i < bases.size(); i++) {
      if (bases.get(i).isSameView(wanted)) {
        return i;
      }
    }
    return -1;
  }
}
