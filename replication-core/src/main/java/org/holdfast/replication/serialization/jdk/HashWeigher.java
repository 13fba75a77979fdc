/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.serialization.jdk;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import org.holdfast.replication.serialization.codec.Children;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.ImmutableTypes;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * Bounds hash work in streams of JDK serialization, where objects can be seen as each becomes
 * whole, before its parent hashes it: an object weighs the most visits that its {@code hashCode}
 * can make, found by looking into it. {@link StreamShape} says which objects will be keys of which
 * containers: a key's weight is charged against the {@link HashBudget} for each, and so is what
 * comparing it with earlier keys takes ({@link
 * org.holdfast.replication.serialization.codec.KeyCharges}). Objects that a class of the
 * application reads by itself are charged only if they are heavier than an honest small graph. One
 * use per instance. Known gap: weights through an object that is still open are those of its parts
 * so far.
 */
final class HashWeigher {
  private static final long WORTH_CHARGING = 10_000;

  // The JDK's containers hash and compare while they are read, through iterators that cost room
  // too: measured, so that a bomb ends within 100 ms and 16 MB.
  private static final long HASH_COST = 4;
  private static final long EQUALS_COST = 6;

  private final IdentityHashMap<Object, Long> weights = new IdentityHashMap<>();
  private final List<StreamNode> nodes;
  private final long budget;
  private long charged;
  private int next;

  HashWeigher(int bytes, List<StreamNode> nodes) {
    this.budget = HashBudget.forBytes(bytes);
    this.nodes = nodes;
  }

  /** The next object is whole; a container may hash it next. */
  void completed(Object object) {
    if (next >= nodes.size()) {
      throw new LimitExceeded("more objects than the stream has");
    }
    StreamNode node = nodes.get(next++);
    long weight = weigh(object);
    for (StreamNode.Container container : node.containers()) {
      if (container.hashes()) {
        charge(HASH_COST * Math.min(weight, Integer.MAX_VALUE));
      }
      charge(EQUALS_COST * comparing(container, object, weight));
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
    charged = Math.min(HashBudget.INFINITE, charged + Math.min(HashBudget.INFINITE, work));
    if (charged > budget) {
      throw new LimitExceeded("hashing the elements takes more than " + budget + " visits");
    }
  }

  private long weigh(@Nullable Object object) {
    if (object instanceof BigDecimal decimal) {
      return 1 + HashBudget.forComparing(decimal.unscaledValue().bitLength() / Byte.SIZE);
    }
    if (object == null
        || ImmutableTypes.isImmutable(object)
        || Children.hashesByIdentity(object.getClass())) {
      return 1;
    }
    Long known = weights.get(object);
    if (known != null) {
      return known;
    }
    if (object instanceof Collection<?> collection && collection.size() > budget) {
      return HashBudget.INFINITE;
    }
    weights.put(object, 1L);
    long[] sum = {1};
    Children.visit(
        object, (step, child) -> sum[0] = Math.min(HashBudget.INFINITE, sum[0] + weigh(child)));
    weights.put(object, sum[0]);
    return sum[0];
  }
}
