// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command line of Holdfast's tools. Start reading at {@link Holdfast}. Holds no logic of its
 * own: each verb lives in its package.
 */
@NullMarked
package org.holdfast.drill;

import org.jspecify.annotations.NullMarked;
