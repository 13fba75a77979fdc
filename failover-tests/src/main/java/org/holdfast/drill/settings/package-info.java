// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The settings of Holdfast that a scenario gives to its nodes. Start reading at {@link
 * HoldfastSettings}. Pure; depends on nothing else of the drills.
 */
@NullMarked
package org.holdfast.drill.settings;

import org.jspecify.annotations.NullMarked;
