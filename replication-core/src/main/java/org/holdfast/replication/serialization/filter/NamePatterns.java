// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of class name patterns in the syntax of {@link
 * java.io.ObjectInputFilter.Config#createFilter(String)}, applied to names, so that a class can be
 * judged before it is loaded. Immutable.
 *
 * <p>{@code a.b.C}, {@code a.b.C*}, {@code a.b.*} (package), {@code a.b.**} (and below), {@code *}
 * (all); {@code !} in front rejects; separated by {@code ;}; the first match decides. Limits are
 * not part of it ({@link PatternLimits}), modules are refused.
 */
final class NamePatterns {
  private record Entry(String prefix, Kind kind, boolean allows) {
    boolean matches(String name) {
      return switch (kind) {
        case EXACT -> name.equals(prefix);
        case PREFIX -> name.startsWith(prefix);
        case PACKAGE -> name.startsWith(prefix) && name.indexOf('.', prefix.length()) < 0;
      };
    }
  }

  private enum Kind {
    EXACT,
    PREFIX,
    PACKAGE
  }

  private final List<Entry> entries;

  private NamePatterns(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * Parses a pattern; the empty pattern matches nothing.
   *
   * @throws IllegalArgumentException if an entry has an unknown limit, a module, or a {@code *}
   *     that is not at its end
   */
  static NamePatterns parse(String pattern) {
    List<Entry> entries = new ArrayList<>();
    for (String raw : pattern.split(";", -1)) {
      String text = raw.strip();
      if (!text.isEmpty()) {
        entries.add(entry(text, pattern));
      }
    }
    return new NamePatterns(entries);
  }

  private static Entry entry(String text, String pattern) {
    boolean allows = !text.startsWith("!");
    String name = allows ? text : text.substring(1);
    if (name.indexOf('=') >= 0 || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "allowedClasses: entry \""
              + text
              + "\" in \""
              + pattern
              + "\": modules are not supported, write the class's name without its module; the"
              + " limits are maxdepth, maxarray, maxrefs and maxbytes");
    }
    Entry entry;
    if (name.endsWith(".**")) {
      entry = new Entry(name.substring(0, name.length() - 2), Kind.PREFIX, allows);
    } else if (name.endsWith(".*")) {
      entry = new Entry(name.substring(0, name.length() - 1), Kind.PACKAGE, allows);
    } else if (name.endsWith("*")) {
      entry = new Entry(name.substring(0, name.length() - 1), Kind.PREFIX, allows);
    } else {
      entry = new Entry(name, Kind.EXACT, allows);
    }
    if (name.isEmpty() || entry.prefix.indexOf('*') >= 0) {
      throw new IllegalArgumentException(
          "allowedClasses: entry \""
              + text
              + "\" in \""
              + pattern
              + "\": a * may stand only at the end of a name");
    }
    return entry;
  }

  /** Returns whether the first matching entry allows {@code className}, or null if none matches. */
  @Nullable Boolean verdict(String className) {
    for (Entry entry : entries) {
      if (entry.matches(className)) {
        return entry.allows;
      }
    }
    return null;
  }
}
