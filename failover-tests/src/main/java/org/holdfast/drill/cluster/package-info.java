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
 * Clusters under drill: the {@link Cluster} port through which faults are inflicted and healed, and
 * two of its engines, plain processes on loopback and {@link GivenCluster}, nodes that somebody
 * else has started. Start reading at {@link ClusterLauncher}. Knows how a node is called on the
 * command line and what it prints, and nothing of its inside; must not depend on the load, on
 * verdicts or on {@code org.holdfast.drill.node}.
 */
@NullMarked
package org.holdfast.drill.cluster;

import org.jspecify.annotations.NullMarked;
