// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The users of the verb {@code load}: any number of them against any application, in constant
 * memory whatever they send. Start reading at {@link Crowd}, then {@link CrowdUser}. Built on the
 * engine and the pacing of package {@code load}; must not depend on verdicts or reports.
 */
@NullMarked
package org.holdfast.drill.crowd;

import org.jspecify.annotations.NullMarked;
