// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Optional;

/** The outcome of a request. */
public sealed interface Reply {

  /** The statement of an answer about the copies of the state that it shows. */
  enum Protection {
    /** Every copy asked for holds it. */
    PROTECTED,
    /** Fewer copies than asked for hold it: a failure may take it back. */
    UNPROTECTED,
    /** The answer did not say: it counts as a protected one. */
    UNSTATED
  }

  /**
   * A successful answer.
   *
   * @param value counter after the request
   * @param id fingerprint of the session's id after the request, never the id itself; empty if it
   *     is not known
   * @param created whether this request began a session
   * @param position the state that it rests on; empty if the answer did not say
   */
  record Served(
      long value, String id, boolean created, Protection protection, Optional<Position> position)
      implements Reply {

    /** Makes an answer that does not say what state it rests on. */
    public Served(long value, String id, boolean created, Protection protection) {
      this(value, id, created, protection, Optional.empty());
    }
  }

  /** The certain answer of the cluster that there is no such session; it began none. */
  record NotFound() implements Reply {}

  /**
   * A request without an answer that counts: refused, lost, late or unreadable.
   *
   * @param mayHaveBeenApplied whether the request can have run nevertheless, at any later time too:
   *     a request in the socket of a stopped process runs when that wakes
   * @param reason stable name for people, such as {@code timed-out}
   */
  record Unanswered(boolean mayHaveBeenApplied, String reason) implements Reply {}
}
