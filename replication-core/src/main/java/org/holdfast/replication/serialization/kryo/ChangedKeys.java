// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.Collection;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import org.holdfast.replication.serialization.codec.ImmutableTypes;

/**
 * Checks, before a container is written, that a reader will be able to fill a container with the
 * same keys. The application may have changed a key while it was in the container. Then {@code
 * hashCode} or {@code compareTo} may throw, or the keys may be out of order: without this check the
 * writer would succeed and every reader would fail, or build another order.
 *
 * <p>The serializers of sets, queues and maps call it on the thread that encodes. Stateless. Sorted
 * keys of a known immutable type cost one look at the first.
 */
final class ChangedKeys {
  private ChangedKeys() {}

  /**
   * Checks the elements of a set or queue, or the keys of a map.
   *
   * @param container the set, queue or map that {@code keys} belong to; its order is the natural
   *     one
   * @throws JdkDetour if the keys are out of order: JDK serialization keeps the order as it is
   * @throws RuntimeException if {@code hashCode} or {@code compareTo} of a key throws it
   */
  static void requireUsable(Object container, Collection<?> keys) {
    if (container instanceof SortedSet || container instanceof SortedMap) {
      requireAscending(container, keys);
    } else if (container instanceof PriorityQueue<?> queue) {
      requireHeap(queue);
    } else if (keys.size() == 1) {
      // If there are more, PartWriter hashes each of them as it looks for equal ones. This is a
      // loop because another thread may have removed the key after size() was read.
      for (Object key : keys) {
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
        return; // keys in natural order are of one type, so none of the others can change either
      }
      if (earlier == null) {
        int unused = compare(key, key); // a TreeMap compares its first key with itself
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
