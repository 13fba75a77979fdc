// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message.Base;
import org.holdfast.replication.protocol.Message.Voter;

/**
 * The operations on bases. A base is a view that matters to later ones, with its voters. With
 * {@code CONSISTENT}, the members of a later view serve sessions only while a majority of these
 * voters is there: see {@link Electorate}. Stateless.
 */
final class Bases {
  /** The order of views: by their number, and of equal numbers by their creator. */
  static final Comparator<Base> OLDEST_FIRST =
      Comparator.comparingLong(Base::viewNumber).thenComparing(Base::viewCreator);

  private Bases() {}

  /**
   * Returns whether a later view needs a majority of the voters of {@code base}. It does if the
   * view has settled, or may have settled somewhere since a member reported its sessions placed. A
   * view that members have only installed cannot have settled.
   */
  static boolean needsMajority(Base base) {
    return base.stage() != Base.Stage.INSTALLED && !base.voters().isEmpty();
  }

  /** Returns whether both bases describe the same view, whatever their stages and voters. */
  static boolean areOfOneView(Base one, Base other) {
    return one.viewNumber() == other.viewNumber() && one.viewCreator().equals(other.viewCreator());
  }

  /** Returns whether {@code base} describes {@code view}. */
  static boolean isOf(Base base, View view) {
    return base.viewNumber() == view.number() && base.viewCreator().equals(view.creator());
  }

  /** Returns the number of voters of {@code base} that are not among {@code members}. */
  static int missing(Base base, Set<Member> members) {
    int missing = 0;
    for (Voter voter : base.voters()) {
      missing += isAmong(voter, members) ? 0 : 1;
    }
    return missing;
  }

  private static boolean isAmong(Voter voter, Set<Member> members) {
    for (Member member : members) {
      if (voter.is(member)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns what two members know together of one view. A voter that is missing in one base has
   * withdrawn, so only the voters in both remain. Of the two stages the later one is true.
   */
  static Base combine(Base one, Base other) {
    List<Voter> remaining = one.voters().stream().filter(other.voters()::contains).toList();
    return withStageAtLeast(withVoters(one, remaining), other.stage());
  }

  /**
   * Returns {@code newer} as the only base of two views with the same voters. It takes over a later
   * stage of {@code older} unless that is settled: the newer view need not have settled for that.
   */
  static Base insteadOf(Base older, Base newer) {
    return older.isSettled() ? newer : withStageAtLeast(newer, older.stage());
  }

  /** Returns {@code base} without the voters that have given up their vote. */
  static Base without(Base base, Set<Voter> withdrawn) {
    return withVoters(
        base, base.voters().stream().filter(voter -> !withdrawn.contains(voter)).toList());
  }

  private static Base withVoters(Base base, List<Voter> voters) {
    return new Base(base.viewNumber(), base.viewCreator(), base.stage(), voters);
  }

  private static Base withStageAtLeast(Base base, Base.Stage stage) {
    return stage.compareTo(base.stage()) > 0
        ? new Base(base.viewNumber(), base.viewCreator(), stage, base.voters())
        : base;
  }
}
