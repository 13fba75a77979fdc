// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Makes pages that need nothing else: no network, no script, no other file. Start reading at {@link
 * org.holdfast.drill.page.Page}; {@link org.holdfast.drill.page.SvgPlot} draws what goes into one.
 * Knows nothing of what is told and must not depend on other packages of this project.
 */
@NullMarked
package org.holdfast.drill.page;

import org.jspecify.annotations.NullMarked;
