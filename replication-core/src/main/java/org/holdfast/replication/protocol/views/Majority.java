// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Message;

/**
 * The count that tells whether the members that are there are enough to speak for the cluster.
 * Immutable, made anew with each report; asked by every request.
 *
 * <p>More than half of each base that counts must be there by name, since a restarted member stands
 * for the one that it was. And at least half must be the very processes that the base names, or all
 * must be there by name: a restarted member has forgotten whether it took part in a later view.
 */
final class Majority {
  private static final byte BY_NAME = 1;
  private static final byte ITSELF = 2;

  /** The majority before any member has reported. */
  static final Majority NONE = new Majority(List.of(), List.of(), List.of(), 1, false);

  private final List<Message.Base> bases;
  private final Member[] members;
  private final boolean[] heard;

  /** The number of voters of each base; {@code seats} says how each member counts in each. */
  private final int[] voters;

  private final byte[][] seats;
  private final int majorityOf;
  private final boolean allHeard;

  /**
   * @param members the members of the current view, without those that gave up their vote
   * @param heard the ones of them that have reported their bases
   * @param majorityOf the number of members expected at the start, when no view has settled
   * @param allHeard whether all members of the view have reported, those without a vote as well
   */
  Majority(
      List<Member> members,
      List<Member> heard,
      List<Message.Base> bases,
      int majorityOf,
      boolean allHeard) {
    this.bases = bases;
    this.members = members.toArray(Member[]::new);
    this.heard = new boolean[this.members.length];
    for (int i = 0; i < this.members.length; i++) {
      this.heard[i] = heard.contains(this.members[i]);
    }
    List<Message.Base> counting = bases.stream().filter(Bases::needsMajority).toList();
    boolean settledBefore = counting.stream().anyMatch(Message.Base::isSettled);
    this.voters = counting.stream().mapToInt(base -> base.voters().size()).toArray();
    this.seats = new byte[voters.length][];
    for (int i = 0; i < voters.length; i++) {
      seats[i] = seatsIn(counting.get(i));
    }
    this.majorityOf = settledBefore ? 0 : majorityOf;
    this.allHeard = allHeard;
  }

  private byte[] seatsIn(Message.Base base) {
    byte[] seat = new byte[members.length];
    for (int i = 0; i < members.length; i++) {
      for (Message.Voter voter : base.voters()) {
        if (voter.isNamesake(members[i])) {
          seat[i] = voter.is(members[i]) ? ITSELF : BY_NAME;
        }
      }
    }
    return seat;
  }

  /** Returns whether the members that have reported, and answer, are enough. */
  boolean isThere(Member self, Peers peers) {
    boolean[] there = heard.clone();
    for (int i = 0; i < members.length; i++) {
      there[i] &= members[i].equals(self) || !peers.isDown(members[i]);
    }
    return isEnough(there);
  }

  /** Returns whether the whole view would be enough, whichever members answer. */
  boolean isInView() {
    boolean[] there = new boolean[members.length];
    Arrays.fill(there, true);
    return isEnough(there);
  }

  /**
   * Returns whether one of {@code answered} must know each acknowledged update: of each base at
   * most {@code k} voters are not among them, and at least one is. The bases are of the views that
   * the members of this view know to matter.
   */
  boolean isProvenBy(Set<Member> answered, int k) {
    for (Message.Base base : bases) {
      int voters = base.voters().size();
      if (voters > 0 && Bases.missing(base, answered) > Math.min(k, voters - 1)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a member that acts on this view has no place in the newest settled one: that
   * settled once all its members had installed it.
   */
  boolean isPassedOver(long viewNumber) {
    return bases.stream().anyMatch(base -> base.isSettled() && base.viewNumber() > viewNumber);
  }

  private boolean isEnough(boolean[] there) {
    int all = 0;
    for (boolean each : there) {
      all += each ? 1 : 0;
    }
    // At the start any member may know of a view that has settled, so all must have reported.
    boolean enough = majorityOf == 0 || allHeard && 2 * all > majorityOf;
    for (int base = 0; base < voters.length && enough; base++) {
      enough = isEnoughOf(base, there);
    }
    return enough;
  }

  private boolean isEnoughOf(int base, boolean[] there) {
    int present = 0;
    int themselves = 0;
    for (int i = 0; i < there.length; i++) {
      byte seat = there[i] ? seats[base][i] : 0;
      present += seat >= BY_NAME ? 1 : 0;
      themselves += seat == ITSELF ? 1 : 0;
    }
    boolean remembered = 2 * themselves >= voters[base] || present == voters[base];
    return 2 * present > voters[base] && remembered;
  }
}
