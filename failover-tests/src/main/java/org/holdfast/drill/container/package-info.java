// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The engine of drills that runs nodes as containers: what {@link
 * org.holdfast.drill.cluster.Cluster} promises, with faults of the network, of processors, memory
 * and disk besides. Start reading at {@link ContainerLauncher}. Only {@code DockerEngine} and
 * {@code DockerExchange} speak to the Docker engine; must not depend on the load, on verdicts or on
 * {@code org.holdfast.drill.node}.
 */
@NullMarked
package org.holdfast.drill.container;

import org.jspecify.annotations.NullMarked;
