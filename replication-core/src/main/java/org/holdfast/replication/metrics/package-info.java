// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Counts the events of a member. Start reading at {@link
 * org.holdfast.replication.metrics.ReplicationMetrics}. Depends on nothing else here.
 */
@NullMarked
package org.holdfast.replication.metrics;

import org.jspecify.annotations.NullMarked;
