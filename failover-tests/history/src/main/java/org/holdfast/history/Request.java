// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

/** The kinds of requests, seen from the one counter that every judged session holds. */
public enum Request {
  /** Begins the session; its counter becomes 1. */
  CREATE,
  /** Answers the counter and changes nothing. */
  READ,
  /** Adds one and answers the new value; begins the session where the client has none. */
  INCREMENT,
  /** Changes attributes as {@link Mixed#changes} says; the counter stays what it is. */
  CHANGE,
  /** Gives the session another id and answers the counter. */
  RENAME,
  /** Ends the session and answers the last value of the counter. */
  INVALIDATE;

  boolean adds() {
    return this == CREATE || this == INCREMENT;
  }
}
