// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.Locale;
import java.util.Optional;
import org.holdfast.drill.demo.StandardWorkload;
import org.holdfast.drill.load.UserPaths;
import org.jspecify.annotations.Nullable;

/** What each request asks a demo application for: the standard workloads, and three more. */
public enum Workload {
  /** Counts up one Integer attribute. */
  COUNTER("/counter"),
  /**
   * Changes several attributes in several ways, two requests of a session at once; answers are held
   * or come in pieces. Finds what a counter does not show.
   */
  MIXED("/mixed"),
  /** Changes a cart of about 4 KB. */
  CART(StandardWorkload.CART, null),
  /** Changes one of 40 attributes that make 40 KB. */
  PROFILE("/profile"),
  /** Changes a session of some 40 KB. */
  BIG_SESSION(StandardWorkload.BIG_SESSION, null),
  /** Counts in the session and says hello. */
  HELLO_SESSIONS(StandardWorkload.HELLO_SESSIONS, null),
  /** Refuses a session that is lost or another user's; nobody logs in and out. */
  SESSION_VALIDATION(StandardWorkload.SESSION_VALIDATION, null),
  /** Counts from 0 in an attribute with 4 KB of cargo; nobody logs in and out. */
  CLUSTERBENCH(StandardWorkload.CLUSTERBENCH, "^(\\d+)$"),
  /** A bean and a page, no session: answers and errors are judged, no truth. */
  HELLO_BEAN_JSP(StandardWorkload.HELLO_BEAN_JSP, "Hello, visitor \\d+"),
  /** Four lines and a global counter, no session. */
  HELLO_SERVLET(StandardWorkload.HELLO_SERVLET, "Hello, visitor \\d+"),
  /** A constant, no session. */
  PING(StandardWorkload.PING, "pong");

  private final String path;
  private final boolean hasSessions;
  private final @Nullable String expected;

  Workload(String path) {
    this.path = path;
    this.hasSessions = true;
    this.expected = null;
  }

  Workload(StandardWorkload standard, @Nullable String expected) {
    this.path = UserPaths.of(standard);
    this.hasSessions = standard.hasSessions();
    this.expected = expected;
  }

  /**
   * Path of the demo application that does it, perhaps with {@link UserPaths#USER} in its query.
   */
  public String path() {
    return path;
  }

  /** What a right answer has in it, where it is not the line with the counter. */
  public Optional<String> expected() {
    return Optional.ofNullable(expected);
  }

  /** Whether its users have sessions. */
  public boolean hasSessions() {
    return hasSessions;
  }

  /** Whether users may log in and out of it. */
  boolean takesLogins() {
    return expected == null && this != SESSION_VALIDATION;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
