// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import org.jspecify.annotations.Nullable;

/**
 * What other clusters would sustain.
 *
 * @param users null if refused
 * @param interval null if refused
 * @param refusal why there is no prediction; null if there is one
 */
public record NodesPrediction(
    int nodes, @Nullable Double users, @Nullable Interval interval, @Nullable String refusal) {}
