// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Locale;
import java.util.Optional;

/**
 * A thing that a request of the mixed workload does to one attribute of its session.
 *
 * @param kind the effect on the attribute
 * @param attribute name of the attribute; letters
 */
public record Change(Kind kind, String attribute) {

  /** The effect of a change. The token is a number that no other request brings. */
  public enum Kind {
    /** Replaces the attribute by a new object that holds the token alone. */
    SET,
    /** Adds the token to the object in the attribute; sets a new object where there is none. */
    ADD,
    /** Removes the attribute. */
    REMOVE
  }

  /** Reads {@code kind-attribute}, as {@link #toString} writes it; empty if it is anything else. */
  public static Optional<Change> parse(String text) {
    for (Kind kind : Kind.values()) {
      String prefix = kind.name().toLowerCase(Locale.ROOT) + "-";
      if (text.startsWith(prefix) && text.length() > prefix.length()) {
        return Optional.of(new Change(kind, text.substring(prefix.length())));
      }
    }
    return Optional.empty();
  }

  boolean overwrites() {
    return kind != Kind.ADD;
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + "-" + attribute;
  }
}
