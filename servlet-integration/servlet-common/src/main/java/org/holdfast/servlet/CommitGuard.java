// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

/**
 * The check that a response passes before any part of it can leave the server.
 *
 * <p>The thread that writes the response calls it, as often as a write could commit the response,
 * and later before each piece that goes to the client. An implementation makes the changes of the
 * session known to the cluster before it answers, so it may block for the length of an
 * acknowledgement. The application receives the exceptions that it throws.
 */
@FunctionalInterface
public interface CommitGuard {
  /** The decision whether the response may go out. */
  enum Verdict {
    /** Every change that the response may show so far is replicated as far as it can be. */
    PROCEED,
    /** The response would show data that another node will contradict: it must not be a success. */
    REFUSE
  }

  /** Replicates the changes since the last call and decides whether the response may go out. */
  Verdict beforeCommit();
}
