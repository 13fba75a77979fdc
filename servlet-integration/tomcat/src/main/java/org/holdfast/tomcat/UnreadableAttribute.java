// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import org.holdfast.replication.serialization.UnreadableClass;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of a session that cannot be read on this node, since another version of the
 * application wrote it for instance. {@linkplain org.apache.catalina.ContainerListener Container
 * listeners} of the context get it as the data of an event of type {@link #EVENT}: once per
 * attribute that came here, when the application first asks for it and on the thread that asks.
 *
 * @param name of the attribute
 * @param unreadable the class, the field and the reason; null if the bytes themselves are at fault
 * @param problem one sentence for people
 */
public record UnreadableAttribute(
    String name, @Nullable UnreadableClass unreadable, String problem) {
  /** The type of the container event. */
  public static final String EVENT = "holdfastUnreadableAttribute";
}
