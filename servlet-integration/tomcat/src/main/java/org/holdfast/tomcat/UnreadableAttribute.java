/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
  /** Type of the container event. */
  public static final String EVENT = "holdfastUnreadableAttribute";
}
