// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.holdfast.replication.membership.Member;

/**
 * The port to the transport. Callers hold the lock of a session: a call must not block and must not
 * call back.
 */
@FunctionalInterface
public interface Network {
  /** Queues a message; returns false if it certainly will not leave. True promises nothing. */
  boolean send(Member to, Message message);
}
