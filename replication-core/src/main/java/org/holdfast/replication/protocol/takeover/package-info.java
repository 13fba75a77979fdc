// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * One attempt to become the primary of a session: whom to ask, what the answers prove, and when to
 * claim. Start reading at {@link AcquireRound}, then {@code Answers}. Knows the session as a {@link
 * Claimant} alone; must not depend on its state, on that of a primary, or on repairs.
 */
@NullMarked
package org.holdfast.replication.protocol.takeover;

import org.jspecify.annotations.NullMarked;
