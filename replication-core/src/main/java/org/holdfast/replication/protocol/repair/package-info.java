// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The work that time and views bring about: walks that bring each session to where it belongs, move
 * it away from a member that leaves, tell of leases, and drop what is old. Start reading at {@link
 * Rebalancer}, then {@code Repairs}. Reaches sessions by their keys, through {@code Sessions}
 * alone; must not depend on the state of a primary, nor on attempts to become one.
 */
@NullMarked
package org.holdfast.replication.protocol.repair;

import org.jspecify.annotations.NullMarked;
