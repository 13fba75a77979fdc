// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The ids of sessions: how one is drawn, read and checked, and for how long a former one is known.
 * Start reading at {@link org.holdfast.replication.session.id.SessionIds}, then {@link
 * org.holdfast.replication.session.id.SessionId}. Must not depend on sessions, nodes or the
 * protocol.
 */
@NullMarked
package org.holdfast.replication.session.id;

import org.jspecify.annotations.NullMarked;
