// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import org.jspecify.annotations.Nullable;

/**
 * One of several values that were encoded together as a list.
 *
 * @param value null if it cannot be read, or was null
 * @param problem why it cannot be read; null if it can
 */
public record DecodedPart(@Nullable Object value, @Nullable CorruptAttributeException problem) {}
