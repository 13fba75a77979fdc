// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Measures what the nodes of a cluster use: CPU, context switches and run queue from Linux's {@code
 * /proc} and cgroups, garbage collection, bytes between nodes and waiting for secondaries from a
 * node's status. Start reading at {@link org.holdfast.drill.usage.NodeMeter}. Must not depend on
 * the load, on plans or on verdicts.
 */
@NullMarked
package org.holdfast.drill.usage;

import org.jspecify.annotations.NullMarked;
