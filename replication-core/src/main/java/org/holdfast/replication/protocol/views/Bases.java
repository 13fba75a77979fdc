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

/** The comparison of bases, which are views that matter to later ones, and their union. */
final class Bases {
  static final Comparator<Base> OLDEST_FIRST =
      Comparator.comparingLong(Base::viewNumber).thenComparing(Base::viewCreator);

  private Bases() {}

  /** Returns whether a later view needs a majority of this one. */
  static boolean needsMajority(Base base) {
    return base.stage() != Base.Stage.INSTALLED && !base.voters().isEmpty();
  }

  static boolean areOfOneView(Base one, Base other) {
    return one.viewNumber() == other.viewNumber() && one.viewCreator().equals(other.viewCreator());
  }

  static boolean isOf(Base base, View view) {
    return base.viewNumber() == view.number() && base.viewCreator().equals(view.creator());
  }

  /** Returns the number of its voters that are not among {@code members}. */
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

  /** Returns the same view with the voters of both and the later of the two stages. */
  static Base union(Base one, Base other) {
    List<Voter> left = one.voters().stream().filter(other.voters()::contains).toList();
    return withStage(with(one, left), other.stage());
  }

  /** Returns the newer view in place of the older, with its stage unless that is settled. */
  static Base insteadOf(Base older, Base newer) {
    return older.isSettled() ? newer : withStage(newer, older.stage());
  }

  static Base without(Base base, Set<Voter> withdrawn) {
    return with(base, base.voters().stream().filter(voter -> !withdrawn.contains(voter)).toList());
  }

  private static Base with(Base base, List<Voter> voters) {
    return new Base(base.viewNumber(), base.viewCreator(), base.stage(), voters);
  }

  private static Base withStage(Base base, Base.Stage stage) {
    return stage.compareTo(base.stage()) > 0
        ? new Base(base.viewNumber(), base.viewCreator(), stage, base.voters())
        : base;
  }
}
