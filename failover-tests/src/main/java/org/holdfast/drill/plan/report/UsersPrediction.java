/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
