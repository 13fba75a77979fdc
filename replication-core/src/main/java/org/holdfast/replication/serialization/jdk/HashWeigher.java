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

import java.util.Collection;
import java.util.IdentityHashMap;
import org.holdfast.replication.serialization.codec.Children;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.ImmutableTypes;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * Bounds hash work in streams of JDK serialization, where objects can be seen as each becomes
 * whole, before its parent hashes it: an object weighs the most visits that its {@code hashCode}
 * can make, and is charged against the {@link HashBudget}. Found by looking into the objects. Only
 * weights that could not be an honest small graph's are charged. One use per instance. Known gap:
 * weights through an object that is still open are those of its parts so far.
 */
final class HashWeigher {
  private static final long WORTH_CHARGING = 10_000;

  private final IdentityHashMap<Object, Long> weights = new IdentityHashMap<>();
  private final long budget;
  private long charged;
  private long heaviest;
  private boolean hashContainerSeen;

  HashWeigher(int bytes) {
    this.budget = HashBudget.forBytes(bytes);
  }

  void sawHashContainer() {
    hashContainerSeen = true;
  }

  /** An object is whole; a container may hash it next. */
  void completed(Object object) {
    long weight = weigh(object);
    heaviest = Math.max(heaviest, weight);
    charge(weight);
  }

  /**
   * The stream refers to some object met before; which one is not told, so it counts as the
   * heaviest.
   */
  void referred() {
    charge(heaviest);
  }

  private void charge(long weight) {
    if (!hashContainerSeen || weight < WORTH_CHARGING) {
      return;
    }
    charged = Math.min(HashBudget.INFINITE, charged + weight);
    if (charged > budget) {
      throw new LimitExceeded("hashing the elements takes more than " + budget + " visits");
    }
  }

  private long weigh(@Nullable Object object) {
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
