// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a drill found, and how it is told: text for people, JSON for programs. Start reading at
 * {@link DrillReport}. Pure data and rendering; decides nothing and must not depend on how a drill
 * is run.
 */
@NullMarked
package org.holdfast.drill.report;

import org.jspecify.annotations.NullMarked;
