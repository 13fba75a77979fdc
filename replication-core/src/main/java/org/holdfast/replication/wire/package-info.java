// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Turns protocol messages into frames and back. Pure, and hostile to what it reads: every length is
 * checked against the bytes that are there before anything is allocated. Start reading at {@link
 * MessageCodec}. Depends on protocol only.
 */
@NullMarked
package org.holdfast.replication.wire;

import org.jspecify.annotations.NullMarked;
