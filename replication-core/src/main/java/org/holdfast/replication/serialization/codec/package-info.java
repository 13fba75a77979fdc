// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The parts that every codec needs, whichever library it uses. They decide the form of an envelope,
 * the limits of one attribute, and which values are immutable. They find the path to an object that
 * is refused, and compare a copy with its original. Start reading at {@link
 * org.holdfast.replication.serialization.codec.Envelope}. Depends on the port and the settings;
 * must not know the class filter or any codec.
 */
@NullMarked
package org.holdfast.replication.serialization.codec;

import org.jspecify.annotations.NullMarked;
