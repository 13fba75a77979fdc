// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.io.Serializable;
import java.util.Set;

/**
 * What the declared type of a field tells about a value that is of a class of the JDK: whether the
 * codec has a way of its own for it, or takes the whole attribute through JDK serialization.
 * Stateless.
 */
final class PlatformTypes {
  /** Classes of which values have their own way in the codec, unless they are of a subclass. */
  private static final Set<String> OWN_WAY =
      Set.of(
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Number",
          "java.lang.Enum",
          "java.lang.Record",
          "java.lang.Class",
          "java.lang.StringBuilder",
          "java.lang.StringBuffer",
          "java.math.BigInteger",
          "java.math.BigDecimal",
          "java.net.URI",
          "java.net.URL",
          "java.util.UUID",
          "java.util.Currency",
          "java.util.Locale",
          "java.util.TimeZone",
          "java.util.Date",
          "java.util.BitSet",
          "java.util.regex.Pattern",
          "java.util.ArrayList",
          "java.util.LinkedList",
          "java.util.ArrayDeque",
          "java.util.Vector",
          "java.util.Stack",
          "java.util.HashSet",
          "java.util.LinkedHashSet",
          "java.util.EnumSet",
          "java.util.HashMap",
          "java.util.LinkedHashMap",
          "java.util.Hashtable",
          "java.util.EnumMap",
          "java.util.AbstractMap$SimpleImmutableEntry",
          "java.util.concurrent.ConcurrentHashMap",
          "java.util.concurrent.ConcurrentLinkedQueue",
          "java.util.concurrent.ConcurrentLinkedDeque",
          "java.util.concurrent.atomic.AtomicBoolean",
          "java.util.concurrent.atomic.AtomicInteger",
          "java.util.concurrent.atomic.AtomicLong");

  /**
   * Types of values of all kinds, and containers that have no way of their own once they compare.
   */
  private static final Set<String> EITHER =
      Set.of(
          "java.lang.Object",
          "java.io.Serializable",
          "java.lang.Comparable",
          "java.util.SortedMap",
          "java.util.NavigableMap",
          "java.util.TreeMap",
          "java.util.SortedSet",
          "java.util.NavigableSet",
          "java.util.TreeSet",
          "java.util.PriorityQueue",
          "java.util.concurrent.ConcurrentSkipListMap",
          "java.util.concurrent.ConcurrentSkipListSet");

  private PlatformTypes() {}

  /** Returns whether a value of a field of such a type takes the attribute along. */
  static JdkTravel.Level level(String name) {
    if (EITHER.contains(name)) {
      return JdkTravel.Level.MAYBE;
    }
    if (OWN_WAY.contains(name) || name.startsWith("java.time.")) {
      return JdkTravel.Level.NEVER;
    }
    Class<?> type = ApplicationClasses.platformClass(name);
    boolean detour =
        type != null
            && !type.isInterface()
            && !type.isEnum()
            && Serializable.class.isAssignableFrom(type);
    return detour ? JdkTravel.Level.SURE : JdkTravel.Level.NEVER;
  }
}
