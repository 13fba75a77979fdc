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

/**
 * Measures what the nodes of a cluster use: CPU, context switches and run queue from Linux's {@code
 * /proc} and cgroups, garbage collection, bytes between nodes and waiting for secondaries from a
 * node's status. Start reading at {@link org.holdfast.drill.usage.NodeMeter}. Must not depend on
 * the load, on plans or on verdicts.
 */
@NullMarked
package org.holdfast.drill.usage;

import org.jspecify.annotations.NullMarked;
