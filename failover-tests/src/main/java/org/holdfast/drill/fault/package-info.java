// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What can be done to a node: pure descriptions, the same for every engine. Start reading at {@link
 * Fault}. Depends on nothing else of the drills.
 */
@NullMarked
package org.holdfast.drill.fault;

import org.jspecify.annotations.NullMarked;
