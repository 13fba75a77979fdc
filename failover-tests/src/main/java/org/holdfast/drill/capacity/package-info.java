// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides how many users a cluster sustains, what limits it, and what it would do with other
 * numbers of users or nodes. Pure: no I/O, no clock, no threads, no randomness; whoever drives the
 * load hands in what was measured. Start reading at {@link CapacitySearch}, then {@link ClosedMva}.
 * Must not depend on how load is driven or how a cluster is run.
 *
 * <p>Times are seconds, shares and utilisations 0 to 1. What is computed, from which sources and
 * under which assumptions is in {@code docs/capacity-model.md}.
 */
@NullMarked
package org.holdfast.drill.capacity;

import org.jspecify.annotations.NullMarked;
