// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.Collection;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import org.holdfast.replication.serialization.codec.ImmutableTypes;

/**
 * Checks on writing whether a container could be filled with its elements again. It could not if
 * they were changed inside it so that they fail to hash or to compare, or are out of order.
 * Stateless. Keys of known immutable types cost one look at the first.
 */
final class ChangedKeys {
  private ChangedKeys() {}

  /**
   * Checks the elements of a set or queue, or the keys of a map.
   *
   * @param container the set, queue or map that {@code keys} belong to
   * @throws JdkDetour if they are out of order: JDK serialization keeps the order as it is
   * @throws RuntimeException whatever hashing or comparing them throws
   */
  static void requireUsable(Object container, Collection<?> keys) {
    if (container instanceof SortedSet || container instanceof SortedMap) {
      requireAscending(container, keys);
    } else if (container instanceof PriorityQueue<?> queue) {
      requireHeap(queue);
    } else if (keys.size() == 1) { // of more the writer compares each with all
      for (Object key : keys) { // a container in mid-change may hold another number than it counts
        if (key != null && !ImmutableTypes.isImmutable(key)) {
          int unused = key.hashCode();
        }
      }
    }
  }

  private static void requireAscending(Object container, Collection<?> keys) {
    Object earlier = null;
    for (Object key : keys) {
      if (key == null || ImmutableTypes.isImmutable(key)) {
        return; // the others are of the same kind
      }
      if (earlier == null) {
        int unused = compare(key, key); // a first key is compared with itself when it is put in
      } else if (compare(earlier, key) >= 0) {
        throw new JdkDetour(container.getClass());
      }
      earlier = key;
    }
  }

  private static void requireHeap(PriorityQueue<?> queue) {
    Object first = queue.peek();
    if (first == null || ImmutableTypes.isImmutable(first)) {
      return;
    }
    Object[] elements = queue.toArray();
    int unused = compare(first, first);
    for (int i = 1; i < elements.length; i++) {
      if (compare(elements[(i - 1) / 2], elements[i]) > 0) {
        throw new JdkDetour(PriorityQueue.class);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }
}
