// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

/** How the search for a requested session ended. */
public sealed interface Lookup {

  /** It is served here, and {@link ReplicatedSession#enter entered} for the caller. */
  record Found(ReplicatedSession session) implements Lookup {}

  /** No such session: provably unknown, ended, or an id that this cluster never made. */
  record Unknown() implements Lookup {}

  /**
   * Too few nodes answered to tell. The answer to the request is 503 with Retry-After, never a new
   * session.
   *
   * @param reason for logs; names nodes, no ids
   */
  record Unavailable(String reason) implements Lookup {}
}
