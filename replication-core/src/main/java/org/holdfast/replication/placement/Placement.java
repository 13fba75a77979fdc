// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;

/**
 * Orders the members of a view by how strongly each is preferred as holder of a session.
 *
 * <p>Immutable and free of locks: any thread may ask. Members with equal views compute equal
 * orders, so no placement message is ever sent. When one of n members leaves, only the sessions it
 * held move, and when it comes back under its name they return to it (tested: {@code
 * PlacementTest}).
 *
 * <p>Only names count, never incarnations or addresses. Should a view list two incarnations of a
 * name, the earlier one is dead and holds nothing.
 *
 * @see <a href="https://doi.org/10.1109/90.663936">Thaler and Ravishankar, rendezvous hashing,
 *     1998</a>
 */
public final class Placement {
  /**
   * The mark before the last {@value #TAG_LENGTH} characters of a key that is placed as if it were
   * these. So the data of a session lie where the session does. No other key has it there.
   */
  public static final char BESIDE = '~';

  private static final int TAG_LENGTH = 16;
  private static final int MAX_KEY_LENGTH = 128;

  /**
   * The latest incarnation of each name, in name order, so that a tie of weights has one outcome.
   */
  private final Member[] members;

  /** The hashes of the names: {@code seeds[i]} is that of {@code members[i]}. */
  private final long[] seeds;

  private Placement(Member[] members) {
    this.members = members;
    this.seeds = Arrays.stream(members).mapToLong(member -> Hash64.of(member.name())).toArray();
  }

  /**
   * Prepares the placement of a view; costs one hash per member, so keep it as long as the view.
   *
   * @throws IllegalArgumentException if the view has no members
   */
  public static Placement of(View view) {
    List<Member> latest = new ArrayList<>(view.members().size());
    for (Member member : view.members()) { // sorted by name, then incarnation
      int last = latest.size() - 1;
      if (last >= 0 && latest.get(last).name().equals(member.name())) {
        latest.set(last, member);
      } else {
        latest.add(member);
      }
    }
    if (latest.isEmpty()) {
      throw new IllegalArgumentException(
          "a placement needs at least 1 member, view "
              + view.number()
              + " of "
              + view.creator()
              + " has none");
    }
    return new Placement(latest.toArray(Member[]::new));
  }

  /**
   * Returns the holders of {@code key}, the most preferred first: c0 (the home), c1, c2 and so on.
   *
   * <p>Costs one hash of the key and {@code count} mixes per member; allocates the list alone.
   *
   * @param key session id without route suffix, or its placement tag: 1 to 128 ASCII characters
   * @param count holders wanted, at least 1; fewer come back when the view is smaller
   * @return an unmodifiable list without duplicates
   * @throws IllegalArgumentException if {@code key} is empty, longer than 128 characters or not
   *     ASCII, or if {@code count} is below 1
   */
  public List<Member> candidates(String key, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count of candidates must be at least 1, was " + count);
    }
    long hash = hash(key);
    Member[] holders = new Member[Math.min(count, members.length)];
    int previous = -1;
    for (int position = 0; position < holders.length; position++) {
      previous = next(hash, previous);
      holders[position] = members[previous];
    }
    return Collections.unmodifiableList(Arrays.asList(holders));
  }

  /**
   * Returns the first candidate of {@code key}, which holds the session, as primary or as
   * secondary, unless its zone, its version or its leaving makes another member preferable.
   * Allocates nothing.
   *
   * @param key as for {@link #candidates}
   * @throws IllegalArgumentException as for {@link #candidates}
   */
  public Member home(String key) {
    return members[next(hash(key), -1)];
  }

  /**
   * Finds the heaviest member that is lighter than {@code previous}. Weights are computed anew each
   * time: cheaper than remembering them for the two or three candidates that are asked for.
   */
  private int next(long hash, int previous) {
    long bound = previous < 0 ? Long.MAX_VALUE : weight(hash, previous);
    int best = -1;
    long bestWeight = Long.MIN_VALUE;
    for (int i = 0; i < seeds.length; i++) {
      long weight = weight(hash, i);
      boolean candidate = weight < bound || weight == bound && i > previous;
      if (candidate && (best < 0 || weight > bestWeight)) {
        best = i;
        bestWeight = weight;
      }
    }
    return best;
  }

  private long weight(long hash, int member) {
    return Hash64.mix(hash ^ seeds[member]);
  }

  private static long hash(String key) {
    int length = key.length();
    if (length == 0 || length > MAX_KEY_LENGTH) {
      throw new IllegalArgumentException(
          "placement key must have 1 to " + MAX_KEY_LENGTH + " characters, had " + length);
    }
    int mark = length - TAG_LENGTH - 1;
    return Hash64.of(mark > 0 && key.charAt(mark) == BESIDE ? key.substring(mark + 1) : key);
  }
}
