// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Offers the figures of the replication core to Micrometer. Start reading at {@link
 * org.holdfast.micrometer.HoldfastMetrics}. Knows the core and Micrometer, and no container.
 */
@NullMarked
package org.holdfast.micrometer;

import org.jspecify.annotations.NullMarked;
