// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Optional;

/** What came of a request. */
public sealed interface Reply {

  /** What an answer said about the copies of the state that it shows. */
  enum Protection {
    /** Every copy asked for holds it. */
    PROTECTED,
    /** Fewer copies than asked for hold it: a failure may take it back. */
    UNPROTECTED,
    /** The answer did not say: it is taken at its word, as a protected one. */
    UNSTATED
  }

  /**
   * A successful answer.
   *
   * @param value counter after the request
   * @param id fingerprint of the session's id after the request, never the id itself; empty if it
   *     is not known
   * @param created whether this request began a session
   * @param position what state it rests on; empty if the answer did not say
   */
  record Served(
      long value, String id, boolean created, Protection protection, Optional<Position> position)
      implements Reply {

    /** An answer that does not say what state it rests on. */
    public Served(long value, String id, boolean created, Protection protection) {
      this(value, id, created, protection, Optional.empty());
    }
  }

  /** The cluster said for certain that there is no such session, and began none. */
  record NotFound() implements Reply {}

  /**
   * No answer that counts: refused, lost, late or unreadable.
   *
   * @param mayHaveBeenApplied whether the request can have run nevertheless, at any later time too:
   *     what waits in the socket of a stopped process runs when it wakes
   * @param reason stable name for people, such as {@code timed-out}
   */
  record Unanswered(boolean mayHaveBeenApplied, String reason) implements Reply {}
}
