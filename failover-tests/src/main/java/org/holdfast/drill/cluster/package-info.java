// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clusters under drill: the {@link Cluster} port through which faults are inflicted and healed, and
 * its engines but for containers: processes, on loopback or in network namespaces, and {@link
 * GivenCluster}, nodes that somebody else has started. Start reading at {@link ClusterLauncher}.
 * Knows how a node is called on the command line and what it prints, and nothing of its inside;
 * must not depend on the load, on verdicts or on {@code org.holdfast.drill.node}.
 */
@NullMarked
package org.holdfast.drill.cluster;

import org.jspecify.annotations.NullMarked;
