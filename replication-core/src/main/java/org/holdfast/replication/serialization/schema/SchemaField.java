// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

/**
 * A field of a class, as the node that wrote the objects has it. Part of a {@link Schema}, which
 * says how to read the values that follow it.
 *
 * @param name the name in the declaration
 * @param kind the way in which the values of the field travel
 * @param owner the wire name of the declaring class if several classes of the hierarchy declare a
 *     field of this name. Otherwise empty: then a later version of the application may move the
 *     field to a superclass or a subclass
 */
public record SchemaField(String name, FieldKind kind, String owner) {}
