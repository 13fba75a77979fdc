// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tells what a capacity run found: the report as data, and as text, JSON and HTML. Start reading at
 * {@link org.holdfast.drill.plan.report.CapacityReport}. Must not depend on how it was found out.
 */
@NullMarked
package org.holdfast.drill.plan.report;

import org.jspecify.annotations.NullMarked;
