// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.math.BigDecimal;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cost of comparing the keys of one container with one another, beyond that of hashing them. It
 * is the same for all ways of serialization, and the same when writing and when reading. One
 * instance per container, one thread.
 */
public final class KeyCharges {
  /** The way in which a container finds out whether it has a key already. */
  public enum Keeping {
    /**
     * The hash maps and sets, with keys of one hash code in trees if {@link HashCollisions} lets
     * them.
     */
    TREES,
    /** {@link java.util.Hashtable}, with keys of one remainder in a list. */
    CHAINS,
    /** {@code Set.of} and {@code Map.of}, with keys in the next free place after a remainder. */
    PROBES,
    /** The sorted containers and priority queues, which hash nothing. */
    ORDER
  }

  /** The number of visits, for hashing all keys, from which on collisions are worth counting. */
  private static final int COUNTED_FROM = 64;

  /** The most keys that are compared in a tree with order before one of many is found. */
  private static final int DEEPEST_TREE = 16;

  /** The visits for each key of a tree without order, which is searched as a whole: some 60 ns. */
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
      // It is unknown how much a class of the application compares; seldom all that it would hash.
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

  /**
   * Returns the number of taken places before the one for {@code key}. These containers have twice
   * as many places as keys.
   */
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
