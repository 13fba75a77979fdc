// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

/** The result of the search for a requested session. */
public sealed interface Lookup {

  /** A session that is served here, {@link ReplicatedSession#enter entered} for the caller. */
  record Found(ReplicatedSession session) implements Lookup {}

  /** The lack of a session: provably unknown, ended, or an id that this cluster never made. */
  record Unknown() implements Lookup {}

  /**
   * The lack of an answer, since too few nodes answered for instance. The answer to the request is
   * 503 with Retry-After, never a new session.
   *
   * @param reason the reason for logs; names nodes, no ids
   */
  record Unavailable(String reason) implements Lookup {}
}
