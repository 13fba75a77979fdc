// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

/**
 * The check that a response passes before any part of it can leave the server.
 *
 * <p>The thread that writes the response calls it: before each write that could commit the
 * response, and afterwards before each piece that goes to the client. An implementation replicates
 * the changes of the session first, so it may block until the secondaries acknowledge them. The
 * application receives the exceptions that it throws.
 */
@FunctionalInterface
public interface CommitGuard {
  /** The decision whether the response may go out. */
  enum Verdict {
    /** Every change that the response may show so far is replicated as far as it can be. */
    PROCEED,
    /** The response shows data that another node may contradict: the client gets an error. */
    REFUSE
  }

  /** Replicates the changes since the last call and decides whether the response may go out. */
  Verdict beforeCommit();
}
