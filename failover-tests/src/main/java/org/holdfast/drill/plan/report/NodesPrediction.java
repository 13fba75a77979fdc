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
 * What other clusters would sustain.
 *
 * @param users null if refused
 * @param interval null if refused
 * @param refusal why there is no prediction; null if there is one
 */
public record NodesPrediction(
    int nodes, @Nullable Double users, @Nullable Interval interval, @Nullable String refusal) {}
