// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

/**
 * The exception for a session that exists, or may exist, but cannot be reached now.
 *
 * <p>It is unchecked, because Tomcat takes a checked one for "no such session" and would create a
 * new one. An application that catches it gains nothing: its response is still 503. It has no stack
 * trace, which would only fill the log while a node is away.
 */
public final class SessionUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the log and the reader of the response
   */
  public SessionUnavailableException(String reason) {
    super("session is unavailable now, the client should retry: " + reason, null, false, false);
  }
}
