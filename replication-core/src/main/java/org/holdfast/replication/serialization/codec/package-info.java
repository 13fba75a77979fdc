// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The parts that every codec needs, whichever library it uses. They decide the form of an envelope,
 * the limits of one attribute, how a refusal finds the path to the offending object, which values
 * are immutable, and whether a copy is like its original. Start reading at {@link
 * org.holdfast.replication.serialization.codec.Envelope}. Depends on the port and the settings;
 * must not know the class filter or any codec.
 */
@NullMarked
package org.holdfast.replication.serialization.codec;

import org.jspecify.annotations.NullMarked;
