// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import org.jspecify.annotations.Nullable;

/**
 * What a node had used at one moment since its start; null means not told.
 *
 * @param nanos when, on the clock of {@link System#nanoTime}
 * @param cpuNanos CPU time of its process
 * @param contextSwitches of its threads
 * @param runnableNanos time that its threads ran or waited for a CPU, added up
 * @param gcNanos time that garbage collection took
 * @param bytesSent bytes that it sent other nodes
 * @param ackWaitNanos time that responses waited for secondaries, added up
 * @param requests that reached the application
 */
public record NodeSample(
    long nanos,
    @Nullable Long cpuNanos,
    @Nullable Long contextSwitches,
    @Nullable Long runnableNanos,
    @Nullable Long gcNanos,
    @Nullable Long bytesSent,
    @Nullable Long ackWaitNanos,
    @Nullable Long requests) {}
