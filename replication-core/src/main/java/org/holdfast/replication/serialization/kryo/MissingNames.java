// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * The names in one attribute for which this node has no class or constant. A search in vain takes
 * long, so each name is looked for once, and at most {@value #MOST} are.
 *
 * <p>One per Kryo instance, used by one thread at a time, emptied after each attribute.
 */
final class MissingNames {
  static final int MOST = 100;

  private final Map<Class<?>, Map<String, UnreadableClass>> problems = new HashMap<>();
  private int count;

  /**
   * Returns the problem that {@link #add} kept; null if the name was not met yet.
   *
   * @param kind an enum, or {@code Class} for classes
   */
  @Nullable UnreadableClass problem(Class<?> kind, String name) {
    Map<String, UnreadableClass> ofKind = problems.get(kind);
    return ofKind == null ? null : ofKind.get(name);
  }

  /**
   * Keeps and returns {@code problem}.
   *
   * @throws LimitExceeded if there are too many
   */
  UnreadableClass add(Class<?> kind, String name, UnreadableClass problem) {
    count();
    problems.computeIfAbsent(kind, absent -> new HashMap<>()).put(name, problem);
    return problem;
  }

  /**
   * Counts a name that its caller keeps.
   *
   * @throws LimitExceeded if there are too many
   */
  void count() {
    if (++count > MOST) {
      throw new LimitExceeded(
          "more than " + MOST + " classes and constants that cannot be read here");
    }
  }

  void clear() {
    count = 0;
    problems.clear();
  }
}
