// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the sets and maps of a copy find their own elements and keys. They do not if those
 * were hashed or compared before they were whole, as in a cycle: bytes and contents are equal then,
 * and yet {@code contains} says no. Stateless; costs a walk of the graph and a look-up of each
 * element.
 */
public final class HashPlaces {
  private HashPlaces() {}

  /** Returns the path to a container that misses an element of its own, or null if none does. */
  public static @Nullable String misplaced(Object root) {
    if (!isSomeMisplaced(root)) {
      return null;
    }
    ReferencePath.Found found = ReferencePath.find(root, HashPlaces::isMisplaced);
    return found == null ? root.getClass().getSimpleName() : found.path();
  }

  private static boolean isSomeMisplaced(Object root) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>();
    seen.add(root);
    open.add(root);
    while (!open.isEmpty()) {
      Object at = open.remove();
      if (isMisplaced(at)) {
        return true;
      }
      Children.visit(
          at,
          (step, child) -> {
            if (child != null && !ImmutableTypes.isImmutable(child) && seen.add(child)) {
              open.add(child);
            }
          });
    }
    return false;
  }

  private static boolean isMisplaced(Object container) {
    try {
      if (container instanceof Map<?, ?> map) {
        return !map.keySet().stream().allMatch(map::containsKey);
      }
      return container instanceof Set<?> set && !set.stream().allMatch(set::contains);
    } catch (RuntimeException e) {
      return true; // an element that cannot be hashed or compared cannot be found either
    }
  }
}
