// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The state of the primary of one session in one epoch: which members hold its copies, which
 * updates are protected, and which responses wait for that. Start reading at {@link Primary}, then
 * {@code Holders}. Must not depend on the state of the session, on how it was won, or on repairs.
 */
@NullMarked
package org.holdfast.replication.protocol.primary;

import org.jspecify.annotations.NullMarked;
