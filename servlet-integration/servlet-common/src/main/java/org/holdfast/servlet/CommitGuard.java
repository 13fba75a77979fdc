// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

/**
 * Asked before any part of a response can leave the server.
 *
 * <p>The thread that writes the response calls it, as often as a write could commit the response,
 * and later before each piece that goes to the client. An implementation makes the changes of the
 * session known to the cluster before it answers, so it may block for the length of an
 * acknowledgement. The application receives what it throws.
 */
@FunctionalInterface
public interface CommitGuard {
  /** Whether the response may go out. */
  enum Verdict {
    /** Everything that the response may tell of so far is replicated as far as it can be. */
    PROCEED,
    /** The response would tell of what another node will contradict: it must not be a success. */
    REFUSE
  }

  /** Replicates what changed since the last call and tells whether what was written may go out. */
  Verdict beforeCommit();
}
