// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/** The actions of clients and containers. */
enum Step {
  CREATE,
  /** Like {@link #CREATE}, with a lease that ends within the run when nobody uses the session. */
  CREATE_FOR_SECONDS,
  READ,
  INCREMENT,
  /** An increment that is sent as a whole session. */
  INCREMENT_WHOLE,
  RENAME,
  /** A commit that cannot encode what changed: nothing of it leaves. */
  HELD_BACK,
  /** A read whose commit sends what earlier ones held back. */
  CAUGHT_UP,
  INVALIDATE,
  /** A request while another one of the same session is under way. */
  CONCURRENT,
  /** The same, and to another member than that one. */
  CONCURRENT_ELSEWHERE,
  /** A request to another member than the one that served the last. */
  ELSEWHERE,
  /** A request with the cookie of an ended session. */
  KNOCK,
  /** A request with an id that its session has given up. */
  OLD_ID,
  /** A request whose id may or may not be that of the session: it must come again. */
  COME_AGAIN,
  /** A request whose id is not that of the session, whose answer is that no member knows the id. */
  DENIED,
  /** A request with an id that nobody has ever given. */
  MADE_UP,
  /** The user does not come back. */
  LEAVE,
  /** A container ends a session whose lease is over. */
  EXPIRE,
  /** The same, by a member that took the session over from one that is gone. */
  EXPIRE_ORPHAN,
  /** A request comes to a session whose lease is over. */
  TOO_LATE,
  /** A session is read to see whether it is whole, between one fault and the next. */
  VERIFY
}
