// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides which members hold which session. Pure: no I/O, no clock, no lock. Start reading at
 * {@link Placement}. Depends on {@code membership} alone, for {@code View} and {@code Member}.
 */
@NullMarked
package org.holdfast.replication.placement;

import org.jspecify.annotations.NullMarked;
