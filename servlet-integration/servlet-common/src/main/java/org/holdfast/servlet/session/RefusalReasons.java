// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

/** The reasons for which integrations answer a request 503, as the log and the client read them. */
public final class RefusalReasons {
  /** The reason when a session's time is over here, but another node may have used it since. */
  public static final String TIMED_OUT =
      "the session has timed out here, and this node cannot find out now whether another node has"
          + " ended it";

  private RefusalReasons() {}

  /** Returns the reason for a request that comes while {@code application} stops. */
  public static String stopping(Object application) {
    return "web application " + application + " is being stopped";
  }

  /** Returns the reason for a request that asks for a session after {@code application} stopped. */
  public static String stopped(Object application) {
    return "web application " + application + " is stopped";
  }
}
