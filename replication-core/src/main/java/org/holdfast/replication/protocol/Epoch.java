// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Comparator;
import org.holdfast.replication.membership.Member;
import org.jspecify.annotations.Nullable;

/**
 * The number of the time during which one member is the primary of a session, and the name of that
 * time: each change of primary raises it. Raft calls it a term. Only the acquiring member mints
 * one, from a counter above all that it knows and its own identity, so no two members ever mint the
 * same.
 *
 * @param counter the counter: 0 for {@link #NONE}, else at least 1
 * @param memberName the name of the member that minted it and serves the session in it
 * @param incarnation the incarnation of that member
 */
public record Epoch(long counter, String memberName, long incarnation)
    implements Comparable<Epoch> {
  /** The epoch below every minted one. */
  public static final Epoch NONE = new Epoch(0, "", 0);

  private static final int SHARED = 4096;

  /**
   * The epochs that were read or minted lately, each at the place that its hash gives: thousands of
   * sessions are in the same few. Written by any thread without order: records are safe to publish
   * that way, and an overwritten one is only not shared.
   */
  private static final @Nullable Epoch[] RECENT = new Epoch[SHARED];

  private static final Comparator<Epoch> ORDER =
      Comparator.comparingLong(Epoch::counter)
          .thenComparing(Epoch::memberName)
          .thenComparingLong(Epoch::incarnation);

  /** Returns the same epoch as {@code made}, preferably an object that is there already. */
  public static Epoch shared(Epoch made) {
    int place = made.hashCode() & (SHARED - 1);
    Epoch present = RECENT[place];
    if (made.equals(present)) {
      return present;
    }
    RECENT[place] = made;
    return made;
  }

  /** Returns an epoch of {@code member}; sessions that it created share one. */
  public static Epoch mint(long counter, Member member) {
    return shared(new Epoch(counter, member.name(), member.incarnation()));
  }

  @Override
  public int compareTo(Epoch other) {
    return ORDER.compare(this, other);
  }

  /** Compares by value; at once if it is the same object, as at almost every look at a session. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Epoch epoch
            && counter == epoch.counter
            && incarnation == epoch.incarnation
            && memberName.equals(epoch.memberName));
  }

  @Override
  public int hashCode() {
    return (31 * Long.hashCode(counter) + memberName.hashCode()) * 31 + Long.hashCode(incarnation);
  }

  public boolean isNone() {
    return counter == 0;
  }

  public boolean isOwnedBy(Member member) {
    return memberName.equals(member.name()) && incarnation == member.incarnation();
  }

  public static Epoch max(Epoch one, Epoch other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  @Override
  public String toString() {
    return isNone() ? "none" : counter + "@" + memberName;
  }
}
