// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

/**
 * The names of session attributes that integrations keep for themselves, a login for example. They
 * are replicated like all attributes, but the application neither sees nor sets them. Stateless.
 */
public final class ReservedNames {
  private static final String PREFIX = "\0holdfast.";

  private ReservedNames() {}

  /** Returns the name of the attribute in which an integration keeps its value {@code name}. */
  public static String reserved(String name) {
    return PREFIX + name;
  }

  /** Returns whether the attribute {@code name} belongs to an integration. */
  public static boolean isReserved(String name) {
    return name.startsWith(PREFIX);
  }

  /**
   * Rejects a name that an application must not use.
   *
   * @throws IllegalArgumentException if {@code name} is reserved
   */
  public static void requireFree(String name) {
    if (isReserved(name)) {
      throw new IllegalArgumentException(
          "an attribute name must not begin with a zero character and \"holdfast.\"");
    }
  }
}
