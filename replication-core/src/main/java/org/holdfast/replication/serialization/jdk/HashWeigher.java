// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.math.BigDecimal;
import java.util.List;
import org.holdfast.replication.serialization.codec.Children;
import org.holdfast.replication.serialization.codec.DecodeTime;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * Bounds hash work in streams of JDK serialization, where each object can be seen when it becomes
 * whole, before its parent hashes it. An object weighs the most visits that its {@code hashCode}
 * can make. {@link StreamShape} says what it holds, so that no object is looked into: each slot of
 * the stream is visited once, whatever is shared. It says also which objects will be keys of which
 * containers: a key's weight is charged against the {@link HashBudget} for each, and so is what
 * comparing it with earlier keys takes ({@link
 * org.holdfast.replication.serialization.codec.KeyCharges}). Objects that a class of the
 * application reads by itself are charged only if they are heavier than an honest small graph.
 *
 * <p>A container of the JDK that is still open weighs infinitely, as under Kryo. An object of the
 * application that is still open weighs 1, since an owner's lines seldom hash all of their owner.
 * Known gap, as under Kryo: where its {@code hashCode} does follow such a cycle more than once,
 * that is not seen. One use per instance.
 */
final class HashWeigher {
  private static final long WORTH_CHARGING = 10_000;

  // The JDK's containers hash and compare while they are read, through iterators that cost room
  // too: measured, so that a bomb ends within 100 ms and 16 MB.
  private static final long HASH_COST = 4;
  private static final long EQUALS_COST = 6;

  private final List<StreamNode> nodes;
  private final DecodeTime time;
  private final long budget;
  private long charged;
  private int next;

  HashWeigher(int bytes, List<StreamNode> nodes, DecodeTime time) {
    this.budget = HashBudget.forBytes(bytes);
    this.nodes = nodes;
    this.time = time;
  }

  /** Charges the next object, which is whole now; a container may hash it next. */
  void completed(@Nullable Object object) {
    if (next >= nodes.size()) {
      throw new LimitExceeded("more objects than the stream has");
    }
    StreamNode node = nodes.get(next++);
    long weight = weigh(node, object);
    for (StreamNode.Container container : node.containers()) {
      if (container.hashes()) {
        charge(HASH_COST * Math.min(weight, Integer.MAX_VALUE));
      }
      if (object != null) {
        charge(EQUALS_COST * comparing(container, object, weight));
      }
    }
    if (weight >= WORTH_CHARGING) {
      charge(Math.min(weight, Integer.MAX_VALUE) * Math.min(node.suspect(), 1_000));
    }
  }

  private static long comparing(StreamNode.Container container, Object key, long weight) {
    try {
      return Math.min(container.charges().next(key, weight), Integer.MAX_VALUE);
    } catch (RuntimeException notWholeYet) {
      return 0; // part of a cycle: its parent will fail the same way, or find it whole
    }
  }

  private void charge(long work) {
    time.steps(work);
    charged = Math.min(HashBudget.INFINITE, charged + Math.min(HashBudget.INFINITE, work));
    if (charged > budget) {
      throw new LimitExceeded("hashing the elements takes more than " + budget + " visits");
    }
  }

  private static long weigh(StreamNode node, @Nullable Object object) {
    long ofParts = node.weigh();
    if (object == null) {
      return 1;
    }
    if (object.getClass().isArray()) {
      return 1; // but a list or a number that keeps its parts in it hashes them all
    }
    long weight = ofParts;
    if (object instanceof BigDecimal decimal) {
      weight += HashBudget.forComparing(decimal.unscaledValue().bitLength() / Byte.SIZE);
    } else if (object instanceof Enum<?> || Children.hashesByIdentity(object.getClass())) {
      weight = 1;
    }
    node.weighs(weight);
    return weight;
  }
}
