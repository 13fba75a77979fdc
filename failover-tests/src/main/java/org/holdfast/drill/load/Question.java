// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import org.holdfast.history.Mixed;
import org.holdfast.history.Request;

/**
 * One attempt as it goes out, and what its user had been answered by then.
 *
 * @param knocking whether it concerns an id that was given up, not the session of the user
 * @param target path and query
 * @param heldNanos how long the application was asked to hold the answer
 * @param cookie value of the Cookie header, empty for none; a credential, never logged
 * @param sentId fingerprint of the id in it, empty for none
 * @param session fingerprint of the session of the last answer, empty before the first
 * @param floor largest counter answered so far
 * @param certain how many requests had certainly been counted
 * @param mixed what it asks of attributes; {@link Mixed#NONE} where a counter is asked for
 */
record Question(
    Request request,
    boolean knocking,
    String target,
    long heldNanos,
    String cookie,
    String sentId,
    String session,
    long floor,
    long certain,
    Mixed mixed) {
  static final Question NONE = new Question(Request.READ, false, "", 0, "", "", "", 0, 0);

  /** A question about a counter. */
  Question(
      Request request,
      boolean knocking,
      String target,
      long heldNanos,
      String cookie,
      String sentId,
      String session,
      long floor,
      long certain) {
    this(request, knocking, target, heldNanos, cookie, sentId, session, floor, certain, Mixed.NONE);
  }

  /** Without the cookie. */
  @Override
  public String toString() {
    return request + " " + target + " #" + sentId + " after " + floor;
  }
}
