// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The classes that an integration calls: nodes, applications and sessions. Decides when the changes
 * of a session are sent and when a response may leave. Start reading at {@link
 * org.holdfast.replication.session.SessionReplicator}. {@link
 * org.holdfast.replication.session.ReplicationNode} is the one place that puts JGroups, Grizzly and
 * Kryo together. Knows nothing of servlets.
 */
@NullMarked
package org.holdfast.replication.session;

import org.jspecify.annotations.NullMarked;
