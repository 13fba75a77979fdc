// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import org.jspecify.annotations.Nullable;

/**
 * What other users would get; means, no percentiles. The intervals are those of CPU per request,
 * with 95 % confidence by Student's t; null with too few stages for one.
 *
 * @param cpuShare of the busiest node
 * @param refusal why there is no prediction; null if there is one, and the figures are null if not
 */
public record UsersPrediction(
    int users,
    @Nullable Double requestsPerSecond,
    @Nullable Double meanMillis,
    @Nullable Double cpuShare,
    @Nullable Interval requestsPerSecondInterval,
    @Nullable Interval meanMillisInterval,
    @Nullable Interval cpuShareInterval,
    @Nullable String refusal) {}
