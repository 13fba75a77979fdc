// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import org.holdfast.replication.session.ReplicatedSession;
import org.jspecify.annotations.Nullable;

/**
 * The values that a container keeps in a session for itself, a login above all. They are replicated
 * beside the attributes of the application, which neither sees nor sets them.
 */
final class ContainerValues {
  /** The prefix of the names that are not the application's. */
  private static final String RESERVED = "\0holdfast.";

  private ContainerValues() {}

  static boolean isReserved(String name) {
    return name.startsWith(RESERVED);
  }

  /**
   * @throws IllegalArgumentException if the application must not use that name
   */
  static void requireFree(String name) {
    if (isReserved(name)) {
      throw new IllegalArgumentException(
          "an attribute name must not begin with a zero character and \"holdfast.\"");
    }
  }

  static @Nullable Object get(ReplicatedSession session, String name) {
    return session.attributes().get(RESERVED + name);
  }

  /**
   * @return the former value
   */
  static @Nullable Object put(ReplicatedSession session, String name, Object value) {
    return session.attributes().put(RESERVED + name, value);
  }

  /**
   * @return the former value
   */
  static @Nullable Object remove(ReplicatedSession session, String name) {
    return session.attributes().remove(RESERVED + name);
  }
}
