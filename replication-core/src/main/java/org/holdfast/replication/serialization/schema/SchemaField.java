// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

/**
 * One field of a class as it was written.
 *
 * @param name as declared
 * @param kind how its values travel
 * @param owner wire name of the declaring class if a superclass has a field of the same name; else
 *     empty, so that a field may move between a class and its superclasses
 */
public record SchemaField(String name, FieldKind kind, String owner) {}
