// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Judges one measured stage of load: figures in, a verdict with reasons in words out. Pure: no I/O,
 * no clock, no thread. Start reading at {@link StageRules}. Must not depend on how a load is driven
 * or reported.
 */
@NullMarked
package org.holdfast.drill.stage;

import org.jspecify.annotations.NullMarked;
