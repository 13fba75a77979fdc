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

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A hash of what an object graph holds, for comparing a graph with its copy: classes, structure and
 * values count, identity and the order of hash-based containers do not. Used when the bytes of a
 * copy differ, as they do when a hash set comes back in another order. One use per instance; cost
 * is linear in the graph. Cycles that meet in another order may look different: then the answer
 * errs to "different".
 */
public final class Likeness {
  private static final long OPEN = 0x9E3779B97F4A7C15L;

  private final IdentityHashMap<Object, Long> known = new IdentityHashMap<>();

  private Likeness() {}

  public static long of(Object value) {
    return new Likeness().hash(value);
  }

  private long hash(@Nullable Object value) {
    if (value == null) {
      return 1;
    }
    Long earlier = known.get(value);
    if (earlier != null) {
      return earlier;
    }
    known.put(value, OPEN);
    long hash = mix(value.getClass().getName().hashCode() + contents(value));
    known.put(value, hash);
    return hash;
  }

  private long contents(Object value) {
    if (ImmutableTypes.isImmutable(value)) {
      return value instanceof Enum<?> constant ? constant.name().hashCode() : value.hashCode();
    }
    boolean ordered =
        !(value instanceof Set || value instanceof Map)
            || value instanceof SortedSet
            || value instanceof SortedMap;
    long[] sum = {leaf(value)};
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, element) -> sum[0] += mix(31 * hash(key) + hash(element)));
      return sum[0];
    }
    Children.visit(
        value,
        (step, child) -> sum[0] = ordered ? 31 * sum[0] + hash(child) : sum[0] + mix(hash(child)));
    return sum[0];
  }

  /** Values without parts that are mutable: texts and numbers, by their text. */
  private static long leaf(Object value) {
    if (value instanceof Collection || value instanceof Map || value.getClass().isArray()) {
      return primitives(value);
    }
    if (!PlatformClasses.includes(value.getClass()) || value instanceof java.net.URL) {
      return 0;
    }
    return value instanceof CharSequence || value instanceof Number
        ? value.toString().hashCode()
        : 0;
  }

  private static long primitives(Object value) {
    if (!value.getClass().isArray() || value instanceof Object[]) {
      return value instanceof Collection<?> collection ? collection.size() : 0;
    }
    long hash = 1;
    for (int i = 0; i < java.lang.reflect.Array.getLength(value); i++) {
      hash = 31 * hash + List.of(java.lang.reflect.Array.get(value, i)).hashCode();
    }
    return hash;
  }

  private static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }
}
