// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shortest path from an attribute's value to an offending object. Pure; only used once
 * something failed.
 */
public final class ReferencePath {
  private static final int MOST_OBJECTS = 100_000;

  /**
   * @param path begins with the simple name of the root's class, for example {@code
   *     Cart.items[2].lock}
   * @param keyless the same with {@code *} for keys of maps, so that it may be logged
   */
  public record Found(String path, String keyless, Object culprit) {}

  private record Step(Object at, String path, String keyless) {
    Step to(String part, Object child) {
      String shown = part;
      if (at instanceof Map) {
        shown = part.startsWith("[") ? "[*]" : part.startsWith(".key(") ? ".key(*)" : part;
      }
      return new Step(child, path + part, keyless + shown);
    }

    Found found() {
      return new Found(path, keyless, at);
    }
  }

  private ReferencePath() {}

  /**
   * Returns the first object that {@code offends}, breadth first, or null if the first 100,000
   * objects hold none.
   */
  public static @Nullable Found find(Object root, Predicate<Object> offends) {
    Deque<Step> queue = new ArrayDeque<>();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    queue.add(new Step(root, nameOf(root), nameOf(root)));
    seen.add(root);
    while (!queue.isEmpty()) {
      Step step = queue.remove();
      if (offends.test(step.at)) {
        return step.found();
      }
      try {
        Children.visit(
            step.at,
            (part, child) -> {
              if (child != null && seen.size() < MOST_OBJECTS && seen.add(child)) {
                queue.add(step.to(part, child));
              }
            });
      } catch (RuntimeException e) {
        // A collection that cannot be iterated: no path leads through it.
      }
    }
    return null;
  }

  /**
   * Follows from {@code root}, which fails, the first part that {@code fails} by itself, down to
   * one whose parts do not. Returns the root if none of its parts fails.
   */
  public static Found innermost(Object root, Predicate<Object> fails) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Step step = new Step(root, nameOf(root), nameOf(root));
    while (seen.add(step.at)) {
      Step at = step;
      @Nullable Step[] deeper = new Step[1];
      try {
        Children.visit(
            at.at,
            (part, child) -> {
              if (deeper[0] == null
                  && child != null
                  && !seen.contains(child)
                  && fails.test(child)) {
                deeper[0] = at.to(part, child);
              }
            });
      } catch (RuntimeException e) {
        // A collection that cannot be iterated: no path leads through it.
      }
      step = deeper[0] == null ? at : deeper[0];
    }
    return step.found();
  }

  private static String nameOf(Object root) {
    String name = root.getClass().getSimpleName();
    return name.isEmpty() ? root.getClass().getName() : name;
  }
}
