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

/**
 * The verb {@code capacity}: starts what is to be measured or takes what runs, drives one stage of
 * load after the other as package {@code capacity} asks for, measures the nodes meanwhile, looks
 * closer at the stage that failed, kills nodes at the load found, and has it all reported. Start
 * reading at {@link org.holdfast.drill.plan.CapacityCommand}, then {@link
 * org.holdfast.drill.plan.CapacityRun}. What a capacity is, and what limits it, is for package
 * {@code capacity} to say; what users do for package {@code loadrun}.
 */
@NullMarked
package org.holdfast.drill.plan;

import org.jspecify.annotations.NullMarked;
