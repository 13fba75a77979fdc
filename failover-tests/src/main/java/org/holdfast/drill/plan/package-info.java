// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
