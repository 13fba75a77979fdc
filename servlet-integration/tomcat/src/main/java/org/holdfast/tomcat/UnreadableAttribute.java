// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import org.holdfast.replication.serialization.UnreadableClass;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of a session that this node cannot decode, for example because another version of
 * the application wrote it. {@linkplain org.apache.catalina.ContainerListener Container listeners}
 * of the context receive it as the data of an event of type {@link #EVENT}. They receive it once
 * for each attribute that came to this node, when the application first reads the attribute, on the
 * thread that reads it.
 *
 * @param name of the attribute
 * @param unreadable the class, the field and the reason; null if the bytes are damaged
 * @param problem one sentence for operators
 */
public record UnreadableAttribute(
    String name, @Nullable UnreadableClass unreadable, String problem) {
  /** The type of the container event. */
  public static final String EVENT = "holdfastUnreadableAttribute";
}
