// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides which classes may be written and read, the same for every codec: by name before a class
 * is loaded, then by its loader. Start reading at {@link
 * org.holdfast.replication.serialization.filter.ClassFilter}; {@code WebappClasses} applies it to
 * one web application. Depends on nothing but the port; must not know any codec.
 */
@NullMarked
package org.holdfast.replication.serialization.filter;

import org.jspecify.annotations.NullMarked;
