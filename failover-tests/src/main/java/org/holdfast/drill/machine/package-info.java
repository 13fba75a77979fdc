// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The programs and processes of this machine, for all engines of drills: runs programs, one or
 * several at a time, and finds out whether the process that made something still lives. Depends on
 * nothing else of the drills.
 */
@NullMarked
package org.holdfast.drill.machine;

import org.jspecify.annotations.NullMarked;
