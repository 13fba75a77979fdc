// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The members that one membership round agreed on.
 *
 * <p>Two members with equal views agree on every placement. Different members may hold different
 * views for a while.
 *
 * @param number grows from view to view; after a partition heals it is larger than on either side
 * @param creator name of the member that proposed the view; tells the views of two partitions apart
 * @param members sorted, without duplicates
 */
public record View(long number, String creator, List<Member> members) {
  public View {
    members = List.copyOf(new TreeSet<>(members));
  }

  /** Creates a view; the order of {@code members} does not matter. */
  public static View of(long number, String creator, Collection<Member> members) {
    return new View(number, creator, List.copyOf(members));
  }

  public boolean contains(Member member) {
    return members.contains(member);
  }

  /**
   * Returns the smallest number of secondaries that a member of the view wants. Every update that
   * one of these members calls protected lies on at least so many members besides its primary.
   *
   * @param unknown number for members that did not announce theirs
   */
  public int leastSecondaries(int unknown) {
    int least = unknown;
    for (Member member : members) {
      least = Math.min(least, member.settings().secondaries(unknown));
    }
    return least;
  }

  public boolean hasSameMembers(View other) {
    return members.equals(other.members);
  }

  /** Tells whether both are the same agreement, without comparing members. */
  public boolean sameAs(View other) {
    return number == other.number && creator.equals(other.creator);
  }
}
