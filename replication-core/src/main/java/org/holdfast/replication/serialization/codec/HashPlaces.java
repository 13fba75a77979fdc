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

package org.holdfast.replication.serialization.codec;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees whether the sets and maps of a copy find their own elements and keys. They do not if those
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
