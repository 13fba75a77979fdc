// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The classes that an integration calls: applications and sessions. Decides when the changes of a
 * session are sent and when a response may leave. Start reading at {@link
 * org.holdfast.replication.session.SessionReplicator}. Must not depend on the node, which is known
 * as a {@link org.holdfast.replication.session.Host} alone. Knows nothing of servlets.
 */
@NullMarked
package org.holdfast.replication.session;

import org.jspecify.annotations.NullMarked;
