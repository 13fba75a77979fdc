// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides when things run: callbacks once the lock of a session is released, actions of which none
 * may keep the others from running, and the sessions for which something is due. Start reading at
 * {@link Turn}, then {@link Agenda}. Must not depend on any other package of ours.
 */
@NullMarked
package org.holdfast.replication.protocol.turn;

import org.jspecify.annotations.NullMarked;
