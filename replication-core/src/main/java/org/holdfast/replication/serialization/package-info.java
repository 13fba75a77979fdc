// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Turns attribute values into checked bytes and back: the port. Start reading at {@link
 * AttributeCodec}. Package {@code codec} has the parts that every codec needs; {@code filter}
 * decides which classes may pass; {@code jdk} and {@code kryo} implement the port. This package
 * must not know any of these; only {@code kryo} imports Kryo.
 */
@NullMarked
package org.holdfast.replication.serialization;

import org.jspecify.annotations.NullMarked;
