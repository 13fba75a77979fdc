// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The classes that integrations share to bring sessions of the replication core to requests. They
 * decide how long a request keeps a session on its node, whether its response may go out, when a
 * session passivates its values before a move, which attributes stay on their node, and how an id,
 * a shared cookie and a node's name look. Start reading at {@link
 * org.holdfast.servlet.session.UsedSessions}. Depends on the replication core's {@code session} and
 * {@code config} and on the exceptions of {@code serialization}, on no container.
 */
@NullMarked
package org.holdfast.servlet.session;

import org.jspecify.annotations.NullMarked;
