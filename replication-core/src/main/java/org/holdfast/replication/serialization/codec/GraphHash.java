// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A hash of the contents of an object graph, for comparing a graph with its copy. Classes,
 * structure and values count, identity and the order of hash-based containers do not. Used when the
 * bytes of a copy differ, as they do when a hash set comes back in another order. One use per
 * instance; cost is linear in the graph.
 *
 * <p>Errs on the side of "different": for cycles that meet in another order, and for JDK objects
 * that tell nothing of what they hold (those that neither can be looked into nor have a hash code
 * or a text of their own, such as {@link java.util.Random}).
 */
public final class GraphHash {
  private static final long OPEN = 0x9E3779B97F4A7C15L;

  private final IdentityHashMap<Object, Long> known = new IdentityHashMap<>();

  private GraphHash() {}

  /**
   * Returns the hash of {@code value}.
   *
   * @throws ConcurrentModificationException if a container of the JDK notices a change, or does not
   *     hold as many elements as it counts: a thread stands still in the middle of a change
   */
  public static long of(Object value) {
    return new GraphHash().hash(value);
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
    if (PlatformClasses.includes(value.getClass()) && !hasVisibleParts(value)) {
      return leaf(value);
    }
    boolean ordered = keepsOrder(value);
    long[] sum = {value instanceof Collection<?> collection ? collection.size() : 0};
    int[] met = {0};
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, element) -> {
            met[0]++;
            long entry = mix(31 * hash(key) + hash(element));
            sum[0] = ordered ? 31 * sum[0] + entry : sum[0] + entry;
          });
      requireCounted(map, met[0], map.size());
      Children.visitFields(value, (step, child) -> sum[0] += mix(step.hashCode() ^ hash(child)));
      return sum[0];
    }
    Children.visit(
        value,
        (step, child) -> {
          if (step.startsWith(".")) { // a field: its name says which
            sum[0] += mix(step.hashCode() ^ hash(child));
          } else {
            met[0]++;
            sum[0] = ordered ? 31 * sum[0] + hash(child) : sum[0] + mix(hash(child));
          }
        });
    if (value instanceof Collection<?> collection) {
      requireCounted(collection, met[0], collection.size());
    }
    return sum[0];
  }

  private static void requireCounted(Object container, int met, int size) {
    if (met != size && PlatformClasses.includes(container.getClass())) {
      throw new ConcurrentModificationException(
          "a container holds " + met + " elements and counts " + size);
    }
  }

  private static boolean keepsOrder(Object value) {
    return !(value instanceof Set || value instanceof Map)
        || value instanceof SortedSet
        || value instanceof SortedMap
        || value instanceof LinkedHashSet
        || value instanceof LinkedHashMap;
  }

  /** Tells whether {@link Children} finds all that an object of the JDK holds. */
  private static boolean hasVisibleParts(Object value) {
    return value instanceof Collection
        || value instanceof Map
        || value instanceof Map.Entry
        || value instanceof Object[]
        || value instanceof Optional
        || value instanceof AtomicReference;
  }

  /** Returns the hash of a JDK object without visible parts, from its own text or hash code. */
  private long leaf(Object value) {
    if (value.getClass().isArray()) {
      return primitives(value);
    }
    if (value instanceof Throwable problem) {
      long hash = problem.toString().hashCode();
      for (StackTraceElement element : problem.getStackTrace()) {
        hash = 31 * hash + element.hashCode();
      }
      return 31 * hash + hash(problem.getCause());
    }
    if (value instanceof Pattern pattern) {
      return 31L * pattern.pattern().hashCode() + pattern.flags();
    }
    // The hash code of a URL asks the DNS.
    if (value instanceof java.net.URL || Children.hashesByIdentity(value.getClass())) {
      String text = value.toString();
      boolean named = text.startsWith(value.getClass().getName() + "@");
      return named ? System.identityHashCode(value) : text.hashCode();
    }
    return value.hashCode();
  }

  private static long primitives(Object array) {
    long hash = 1;
    for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
      hash = 31 * hash + List.of(java.lang.reflect.Array.get(array, i)).hashCode();
    }
    return hash;
  }

  private static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }
}
