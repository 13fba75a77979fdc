// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.jspecify.annotations.Nullable;

/**
 * The choice of the members that should hold or take a session of this member, among those of a
 * view that answer. A member that leaves, is slow, shares a zone or runs another version comes
 * later than placement alone would put it. Thread-safe.
 */
public final class Candidates {
  private final Member self;
  private final int secondaries;
  private final Peers peers;
  private final SlowPeers slowPeers;

  Candidates(Member self, int secondaries, Peers peers, SlowPeers slowPeers) {
    this.self = self;
    this.secondaries = secondaries;
    this.peers = peers;
    this.slowPeers = slowPeers;
  }

  /**
   * Returns the k members that should hold the session besides the own one, of those that answer.
   * Among them are as few as possible that are about to leave or slow, then as many zones as
   * possible, then members of the own version; else the order of placement decides.
   */
  public List<Member> wantedHolders(Views views, String key) {
    return preferred(views, key, secondaries, member -> true);
  }

  /**
   * Returns as many of the members that {@code which} matches as wanted, or as answer, the best
   * holder first.
   */
  public List<Member> preferred(Views views, String key, int wanted, Predicate<Member> which) {
    int members = views.current().members().size();
    List<Member> candidates = new ArrayList<>(members);
    for (Member member : views.placement().candidates(key, members)) {
      if (which.test(member) && !member.equals(self) && !peers.isDown(member)) {
        candidates.add(member);
      }
    }
    List<Member> preferred = new ArrayList<>(wanted);
    while (preferred.size() < wanted && !candidates.isEmpty()) {
      Member best = candidates.get(0);
      for (Member member : candidates) {
        if (demerit(member, preferred) < demerit(best, preferred)) {
          best = member;
        }
      }
      preferred.add(best);
      candidates.remove(best);
    }
    return preferred;
  }

  private int demerit(Member member, List<Member> chosen) {
    int demerit = peers.isDraining(member) ? 8 : slowPeers.isSlow(member) ? 4 : 0;
    if (isSameZone(member, self) || chosen.stream().anyMatch(each -> isSameZone(member, each))) {
      demerit += 2;
    }
    return member.version().equals(self.version()) ? demerit : demerit + 1;
  }

  private static boolean isSameZone(Member one, Member other) {
    return !one.zone().isEmpty() && one.zone().equals(other.zone());
  }

  /**
   * Returns the member that should take a session from the own member, or null if there is none.
   */
  public @Nullable Member successor(Views views, String key) {
    List<Member> first = preferred(views, key, 1, member -> true);
    return first.isEmpty() || peers.isDraining(first.get(0)) ? null : first.get(0);
  }
}
