// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A process of the cluster: puts membership, transport, serialization, the protocol and the
 * sessions of its web applications together, starts and stops them, and reports on them. Start
 * reading at {@link org.holdfast.replication.node.ReplicationNode}, the one place that knows
 * JGroups, Grizzly and Kryo. Must not decide anything about a session.
 */
@NullMarked
package org.holdfast.replication.node;

import org.jspecify.annotations.NullMarked;
