/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
