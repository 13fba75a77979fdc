// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

/**
 * Says by name which classes may be written and read. Immutable; used alike for Kryo and for JDK
 * serialization.
 *
 * <p>The filter judges the classes that JDK serialization names in its streams, whichever codec
 * writes: the class of each object with its serializable superclasses, the element class of each
 * array, the class of a value that is a class. Some values have a second class there: {@code
 * java.util.CollSer} for immutable collections, {@code java.time.Ser} for {@code java.time} values,
 * {@code java.util.EnumSet$SerializationProxy} for enum sets.
 *
 * <p>In this order: gadget-prone and container packages are refused whatever the pattern says
 * ({@link RefusedNames}); texts, boxed primitives, {@code Object} as element class, arrays of
 * primitives and the JDK's own kind of {@code TimeZone} are allowed whatever it says; then the
 * first matching entry of the pattern decides; then JDK classes are allowed if they are on the
 * built-in list and refused otherwise; any other class is undecided by name and allowed if the web
 * application's class loader, or an ancestor of it below the platform loader, defines it (see
 * {@code WebappClasses}).
 */
public final class ClassFilter {
  /** The judgement of a name alone. */
  enum Verdict {
    ALLOWED,
    REFUSED,
    /** A class that is allowed if it belongs to the web application. */
    BY_LOADER
  }

  /** The filter that allows what the built-in list and the web application's class loader allow. */
  public static final ClassFilter DEFAULT = new ClassFilter("");

  /**
   * The values that no filter can sensibly refuse, names that JDK serialization writes besides
   * them, and the parts of its own that {@link java.util.concurrent.ConcurrentHashMap} writes.
   */
  private static final NamePatterns ALWAYS_ALLOWED =
      NamePatterns.parse(
          "java.lang.Boolean;java.lang.Byte;java.lang.Character;java.lang.Short;java.lang.Integer;"
              + "java.lang.Long;java.lang.Float;java.lang.Double;java.lang.String;java.lang.Class;"
              + "java.lang.Number;java.lang.Enum;java.lang.Object;sun.util.calendar.ZoneInfo;"
              + "java.util.concurrent.ConcurrentHashMap$Segment;"
              + "java.util.concurrent.locks.ReentrantLock*;java.util.concurrent.locks.Abstract*");

  // Value-like classes whose readObject is known. Locks as objects of their own are refused on
  // writing.
  private static final NamePatterns JDK_ALLOWED =
      NamePatterns.parse(
          "java.lang.*;java.util.*;java.util.concurrent.*;java.util.concurrent.atomic.*;"
              + "java.util.regex.*;java.math.*;"
              + "java.time.**;java.text.*;java.net.URI;java.net.InetAddress;java.net.Inet4Address;java.net.Inet6Address;"
              + "java.net.InetSocketAddress;java.net.SocketAddress;java.io.File;java.io.Serializable;java.io.IOException;"
              + "java.sql.Date;java.sql.Time;java.sql.Timestamp;java.util.logging.Level;java.security.Principal;"
              + "javax.security.auth.Subject*;javax.security.auth.x500.X500Principal");

  private static final NamePatterns PLATFORM = NamePatterns.parse("java.**;javax.**;jdk.**;sun.**");

  private final NamePatterns pattern;
  private final PatternLimits limits;

  private ClassFilter(String pattern) {
    this.limits = PatternLimits.parse(pattern);
    this.pattern = NamePatterns.parse(PatternLimits.withoutLimits(pattern));
  }

  /** Returns the limits that the pattern gives besides. */
  public PatternLimits limits() {
    return limits;
  }

  /**
   * Returns a filter whose pattern is asked after the names that are always refused or allowed and
   * before the built-in list.
   *
   * @param pattern class names in the syntax of {@link java.io.ObjectInputFilter}, for example
   *     {@code com.shop.**;java.util.*;java.time.*;maxdepth=50;!*}; empty for the default. Mind
   *     that {@code !*} refuses what is not named before it, the JDK's collections and dates
   *     included
   * @throws IllegalArgumentException if the pattern cannot be parsed; the message names the entry
   */
  public static ClassFilter of(String pattern) {
    return pattern.isBlank() ? DEFAULT : new ClassFilter(pattern);
  }

  Verdict verdict(String className) {
    if (RefusedNames.includes(className)) {
      return Verdict.REFUSED;
    }
    if (ALWAYS_ALLOWED.verdict(className) != null) {
      return Verdict.ALLOWED;
    }
    Boolean listed = pattern.verdict(className);
    if (listed == null && Boolean.TRUE.equals(JDK_ALLOWED.verdict(className))) {
      listed = true;
    }
    if (listed == null && PLATFORM.verdict(className) != null) {
      listed = false;
    }
    if (listed == null) {
      return Verdict.BY_LOADER;
    }
    return listed ? Verdict.ALLOWED : Verdict.REFUSED;
  }

  /** Tells whether the pattern itself refuses the name, unless it is allowed whatever it says. */
  boolean isRefusedByPattern(String className) {
    return ALWAYS_ALLOWED.verdict(className) == null
        && Boolean.FALSE.equals(pattern.verdict(className));
  }
}
