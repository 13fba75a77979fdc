// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.ReservedNames;
import org.jspecify.annotations.Nullable;

/**
 * The values that a container keeps in a session for itself, a login above all. They are replicated
 * beside the attributes of the application, which neither sees nor sets them.
 */
final class ContainerValues {
  private ContainerValues() {}

  static @Nullable Object get(ReplicatedSession session, String name) {
    return session.attributes().get(ReservedNames.reserved(name));
  }

  /**
   * @return the former value
   */
  static @Nullable Object put(ReplicatedSession session, String name, Object value) {
    return session.attributes().put(ReservedNames.reserved(name), value);
  }

  /**
   * @return the former value
   */
  static @Nullable Object remove(ReplicatedSession session, String name) {
    return session.attributes().remove(ReservedNames.reserved(name));
  }
}
