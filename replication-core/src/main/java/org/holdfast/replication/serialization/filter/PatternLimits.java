// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The limits in a pattern of {@link java.io.ObjectInputFilter.Config#createFilter(String)}: of
 * depth, elements, objects and bytes. They tighten the settings of the same meaning and never widen
 * them.
 *
 * @param maxDepth deepest nesting, {@link Integer#MAX_VALUE} if not given, as for all
 * @param maxArray most elements of one array or collection
 * @param maxRefs most objects with parts
 * @param maxBytes largest envelope
 */
public record PatternLimits(int maxDepth, int maxArray, int maxRefs, int maxBytes) {
  /** The least values of the limits: below them nothing at all could be replicated. */
  private static final Map<String, Integer> LEAST =
      Map.of("maxdepth", 8, "maxarray", 16, "maxrefs", 16, "maxbytes", 64);

  static PatternLimits parse(String pattern) {
    return new PatternLimits(
        limit(pattern, "maxdepth"),
        limit(pattern, "maxarray"),
        limit(pattern, "maxrefs"),
        limit(pattern, "maxbytes"));
  }

  /** Returns the pattern without the limits in it. */
  static String withoutLimits(String pattern) {
    return entries(pattern).filter(entry -> !isLimit(entry)).collect(Collectors.joining(";"));
  }

  private static boolean isLimit(String entry) {
    int equals = entry.indexOf('=');
    return equals >= 0 && LEAST.containsKey(entry.substring(0, equals));
  }

  private static Stream<String> entries(String pattern) {
    return Stream.of(pattern.split(";", -1)).map(String::strip);
  }

  /** Returns a limit, the last one if it is given twice, as in the JDK. */
  private static int limit(String pattern, String name) {
    return entries(pattern)
        .filter(entry -> entry.startsWith(name + "="))
        .map(entry -> value(entry, name))
        .reduce(Integer.MAX_VALUE, (earlier, later) -> later);
  }

  private static int value(String entry, String name) {
    int least = LEAST.getOrDefault(name, 0);
    try {
      long value = Long.parseLong(entry.substring(name.length() + 1));
      if (value >= least) {
        return (int) Math.min(Integer.MAX_VALUE, value);
      }
    } catch (NumberFormatException e) {
      throw unusable(entry, least, e);
    }
    throw unusable(entry, least, null);
  }

  private static IllegalArgumentException unusable(
      String entry, int least, @org.jspecify.annotations.Nullable Exception cause) {
    return new IllegalArgumentException(
        "allowedClasses: limit \"" + entry + "\" must be a whole number of at least " + least,
        cause);
  }
}
