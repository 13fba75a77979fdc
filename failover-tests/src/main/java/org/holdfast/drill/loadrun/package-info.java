// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The verb {@code load}: reads what is asked for, drives one stage of load through its phases, and
 * reports it. Start reading at {@link LoadCommand}, then {@link LoadRun}. What a stage is worth is
 * for package {@code stage} to say.
 */
@NullMarked
package org.holdfast.drill.loadrun;

import org.jspecify.annotations.NullMarked;
