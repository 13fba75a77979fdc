// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The replica state machine: which copy of a session a member holds, who may serve it, and what
 * must be acknowledged before an answer counts as protected. Pure: time, network and randomness are
 * handed in, so the same code runs in production and under the simulator. Start reading at {@link
 * Replica}, then {@code SessionState}. Depends on membership, placement and metrics only.
 */
@NullMarked
package org.holdfast.replication.protocol;

import org.jspecify.annotations.NullMarked;
