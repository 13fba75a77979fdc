// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.math.BigDecimal;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of one container cost when they are compared with one another, beyond being hashed:
 * the same for all ways of serialization, and the same when writing and when reading. One instance
 * per container, one thread.
 */
public final class KeyCharges {
  /** How a container finds out whether it has a key already. */
  public enum Keeping {
    /** Hash maps and sets: keys of one hash code in trees, if {@link HashCollisions} lets them. */
    TREES,
    /** {@link java.util.Hashtable}: keys of one remainder in a list. */
    CHAINS,
    /** {@code Set.of} and {@code Map.of}: the next free place after a remainder. */
    PROBES,
    /** Sorted containers and priority queues: hash nothing. */
    ORDER
  }

  /** Keys that together are hashed in fewer visits collide at no cost worth counting. */
  private static final int COUNTED_FROM = 64;

  /** A tree with order: so many keys at most are compared before one of many is found. */
  private static final int DEEPEST_TREE = 16;

  /** A tree without order is searched as a whole: some 60 ns for each key in it. */
  private static final int VISITS_PER_NODE = 8;

  private final Keeping keeping;
  private final int count;
  private final int chainStepsPerVisit;
  // Made for the first key that needs it: most keys are texts and numbers, kept in trees.
  private @Nullable Map<Integer, Integer> collisions;
  private @Nullable BitSet taken;
  private long heaviestDecimal;
  private int earlier;

  /**
   * @param count keys of the container
   * @param chainStepsPerVisit steps along a list of keys with other hash codes that the caller
   *     charges as one visit; each takes 1 ns or more
   */
  public KeyCharges(Keeping keeping, int count, int chainStepsPerVisit) {
    this.keeping = keeping;
    this.count = count;
    this.chainStepsPerVisit = chainStepsPerVisit;
  }

  /**
   * Returns the visits that it takes to find out that {@code key} is none of the keys before it.
   *
   * @param weight visits that hashing the key takes
   * @throws RuntimeException whatever the {@code hashCode} of a class of the application throws
   */
  public long next(Object key, long weight) {
    long cost = 0;
    if (key instanceof BigDecimal) {
      heaviestDecimal = Math.max(heaviestDecimal, weight);
      cost = heaviestDecimal;
    }
    long length = HashBudget.forLengthOf(key);
    long each = Math.max(1 + length, Math.min(weight, Integer.MAX_VALUE));
    if (weight >= HashBudget.INFINITE || count < 2 || count * each < COUNTED_FROM) {
      return cost;
    }
    if (keeping == Keeping.ORDER) {
      // What a class of the application compares is unknown; seldom all that it would hash.
      return cost + length * (Integer.SIZE - Integer.numberOfLeadingZeros(count));
    }
    if (count < COUNTED_FROM) {
      cost += each; // heavy ones are hashed here once more
    }
    long compared =
        switch (keeping) {
          case TREES -> inTreeWith(key, length);
          case CHAINS -> withSameHash(key);
          default -> inTheWayOf(key);
        };
    if (keeping == Keeping.CHAINS) {
      cost += earlier++ / chainStepsPerVisit;
    }
    return Math.min(HashBudget.INFINITE, cost + compared * each);
  }

  private long inTreeWith(Object key, long length) {
    if (HashCollisions.cost(key)) {
      return VISITS_PER_NODE * withSameHash(key);
    }
    return count * length < COUNTED_FROM ? 0 : Math.min(DEEPEST_TREE, withSameHash(key));
  }

  private long withSameHash(Object key) {
    if (collisions == null) {
      collisions = new HashMap<>();
    }
    return collisions.merge(key.hashCode(), 1, Integer::sum) - 1L;
  }

  /** These containers have twice as many places as keys. */
  private int inTheWayOf(Object key) {
    if (taken == null) {
      taken = new BitSet(2 * count);
    }
    int first = Math.floorMod(key.hashCode(), 2 * count);
    int free = taken.nextClearBit(first);
    if (free >= 2 * count) {
      free = 2 * count + taken.nextClearBit(0);
    }
    taken.set(free % (2 * count));
    return free - first;
  }
}
