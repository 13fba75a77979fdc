// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a linked map keeps the order of access or of insertion. The JDK does not show
 * it, so this class empties a clone of the map and tries it, which costs a copy of the map. The
 * answer for a map never changes, so the latest ones are remembered. Thread-safe; keeps no map
 * alive.
 */
final class AccessOrder {
  private static final int REMEMBERED = 1_024;

  private static final class Answer extends WeakReference<Map<?, ?>> {
    private final boolean byAccess;

    Answer(Map<?, ?> map, boolean byAccess) {
      super(map);
      this.byAccess = byAccess;
    }
  }

  private final AtomicReferenceArray<@Nullable Answer> answers =
      new AtomicReferenceArray<>(REMEMBERED);

  /**
   * Returns whether {@code map} keeps the order of access.
   *
   * @param map a {@link LinkedHashMap} of exactly that class
   */
  boolean keptBy(Map<?, ?> map) {
    int place = System.identityHashCode(map) & (REMEMBERED - 1);
    Answer known = answers.get(place);
    if (known != null && known.get() == map) {
      return known.byAccess;
    }
    boolean byAccess = probe(map);
    answers.set(place, new Answer(map, byAccess));
    return byAccess;
  }

  private static boolean probe(Map<?, ?> map) {
    @SuppressWarnings("unchecked")
    LinkedHashMap<@Nullable Object, @Nullable Object> probe =
        (LinkedHashMap<@Nullable Object, @Nullable Object>) ((LinkedHashMap<?, ?>) map).clone();
    probe.clear();
    probe.put(0, 0);
    probe.put(1, 1);
    probe.get(0);
    return Integer.valueOf(1).equals(probe.keySet().iterator().next());
  }
}
