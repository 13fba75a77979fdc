// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Remembers the hash codes with which {@code Set.of} and {@code Map.of} took their keys, while
 * objects that these lead to were not whole yet. Such a container cannot be filled once more. It
 * may find a misplaced key by luck in one process and not in another, as its places depend on a
 * salt of the process: so what counts are the hash codes. One use per instance.
 */
public final class EarlyHashes {
  // Immutable sets of one or two elements, and maps of one entry, hash nothing.
  private static final Class<?> HASHED_SET = Set.of(1, 2, 3).getClass();
  private static final Class<?> HASHED_MAP = Map.of(1, 1, 2, 2).getClass();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Noted(Collection<?> keys, int[] hashes) {}

  private final List<Noted> noted = new ArrayList<>();

  /**
   * Takes note of {@code object}, which was just made, if it is such a container.
   *
   * @throws RuntimeException whatever the {@code hashCode} of a class of the application throws
   */
  public void note(Object object) {
    if (object.getClass() == HASHED_SET) {
      Set<?> set = (Set<?>) object;
      noted.add(new Noted(set, hashesOf(set)));
    } else if (object.getClass() == HASHED_MAP) {
      Set<?> keys = ((Map<?, ?>) object).keySet();
      noted.add(new Noted(keys, hashesOf(keys)));
    }
  }

  /**
   * Checks the hash codes once more; to be called when all objects are whole.
   *
   * @throws LimitExceeded if a key has another hash code now
   */
  public void requireSame() {
    for (Noted each : noted) {
      if (!java.util.Arrays.equals(each.hashes, hashesOf(each.keys))) {
        throw new LimitExceeded(
            "a key of a Set.of or Map.of leads back to the object that holds it, and is hashed"
                + " before that is whole");
      }
    }
  }

  private static int[] hashesOf(Collection<?> keys) {
    return keys.stream().mapToInt(Object::hashCode).toArray();
  }
}
