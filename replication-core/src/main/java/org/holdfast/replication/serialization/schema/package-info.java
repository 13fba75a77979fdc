// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides which objects that another version of a class wrote can be read by the version here, from
 * names and types alone. Start reading at {@link
 * org.holdfast.replication.serialization.schema.SchemaMatch}; {@code Schema} is what travels with
 * the objects, {@code ClassAliases} what was renamed. Pure: loads no class and knows no codec, so
 * that tools can ask the same questions of class files.
 */
@NullMarked
package org.holdfast.replication.serialization.schema;

import org.jspecify.annotations.NullMarked;
