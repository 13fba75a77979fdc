// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides from what clients sent and were answered whether the promises about a session were kept:
 * the same judge for simulations, drills, container tests and the logs of operators. Start reading
 * at {@link HistoryChecker}. Pure: no clock, no network, no thread; must not depend on anything but
 * {@code java}, so that no part of what is judged can bend the judgement.
 */
@NullMarked
package org.holdfast.history;

import org.jspecify.annotations.NullMarked;
