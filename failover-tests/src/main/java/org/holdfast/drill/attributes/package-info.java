// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The verb {@code attributes}: asks running JVMs through JMX what session attributes cost. Start
 * reading at {@link org.holdfast.drill.attributes.AttributesCommand}. Knows nothing of clusters
 * that drills start.
 */
@NullMarked
package org.holdfast.drill.attributes;

import org.jspecify.annotations.NullMarked;
