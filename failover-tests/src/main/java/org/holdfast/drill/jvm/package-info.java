// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Reaches running JVMs through JMX, by process id or by address. Start reading at {@link
 * org.holdfast.drill.jvm.RunningJvm}. Knows no verb but their common options.
 */
@NullMarked
package org.holdfast.drill.jvm;

import org.jspecify.annotations.NullMarked;
