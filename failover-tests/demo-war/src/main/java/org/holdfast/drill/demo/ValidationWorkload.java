// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.regex.Pattern;

/**
 * Counts only in a session that is still there and is the client's own, so that a load tool which
 * looks at status codes alone notices a lost session too. The session knows whose it is: a name and
 * a count, of which each request replaces one.
 *
 * <p>A client that names a session which is not here gets 404, once: that answer begins a new
 * session. {@code ?client=NAME} says who asks; whoever begins a session owns it, and any other,
 * unnamed ones too, gets 403.
 */
final class ValidationWorkload implements Workload {
  static final String OWNER = "validation.owner";
  static final String COUNT = "validation.count";

  private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9._-]{1,32}");

  private final String client;

  /**
   * @param client who asks, empty for one that gives no name
   */
  ValidationWorkload(String client) {
    this.client = client;
  }

  @Override
  public Workload askedBy(HttpServletRequest request) throws RefusedException {
    Workload asked = new ValidationWorkload(client(request));
    if (request.getSession(false) == null && request.getRequestedSessionId() != null) {
      request.getSession(true);
      throw new NoSessionException(
          "the session that the client asked for is not here, so a new one begins");
    }
    return asked;
  }

  @Override
  public int step(HttpSession session) throws RefusedException {
    int next = count(session) + 1;
    if (next == 1) {
      session.setAttribute(OWNER, client);
    }
    session.setAttribute(COUNT, next);
    return next;
  }

  @Override
  public int count(HttpSession session) throws RefusedException {
    int count = told(session);
    Object owner = session.getAttribute(OWNER);
    if ((count == 0) != (owner == null)) {
      throw new TornSessionException(
          "the session " + (owner == null ? "has no" : "has an") + " owner but counts " + count);
    }
    if (owner != null && !owner.equals(client)) {
      throw new ForeignSessionException("the session belongs to another client");
    }
    return count;
  }

  /** Returns the count whoever asks, 0 if there is none yet. */
  static int told(HttpSession session) {
    return session.getAttribute(COUNT) instanceof Integer count ? count : 0;
  }

  private static String client(HttpServletRequest request) throws BadParameterException {
    String client = request.getParameter("client");
    if (client == null) {
      return "";
    }
    if (!CLIENT.matcher(client).matches()) {
      throw new BadParameterException(
          "client must be 1 to 32 letters, digits, \".\", \"_\" or \"-\"", client);
    }
    return client;
  }
}
