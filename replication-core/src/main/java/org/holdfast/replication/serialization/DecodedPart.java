// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import org.jspecify.annotations.Nullable;

/**
 * The result of decoding one element of a list of values that were encoded together. A codec that
 * can skip an unreadable element gives a {@code problem} for that one and values for the others.
 *
 * @param value the decoded value; null if it cannot be read, or was null when it was encoded
 * @param problem the reason why this node cannot read the value; null if it can
 */
public record DecodedPart(@Nullable Object value, @Nullable CorruptAttributeException problem) {}
