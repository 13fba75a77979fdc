// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rule that a run broke.
 *
 * @param kind the same for all runs that break the same thing in the same way
 * @param key of the session it is about; empty if it is about none
 */
record Violation(String kind, String key, Throwable cause, List<String> trace) {
  private static final Pattern SESSION = Pattern.compile("session (\\S+)");
  private static final Pattern NUMBER = Pattern.compile("[0-9][0-9,]*");
  private static final Pattern MEMBER = Pattern.compile("\\bj#");

  /** Runs the plan; returns null if it breaks nothing. */
  static @Nullable Violation of(Plan plan) {
    return of(plan, Trace.OFF);
  }

  static @Nullable Violation of(Plan plan, Trace trace) {
    try {
      new Simulation(plan, trace).run();
      return null;
    } catch (AssertionError | RuntimeException | StackOverflowError broken) {
      return of(broken, trace);
    }
  }

  /** Anything thrown counts: an invariant, an assertion of the code itself, a stuck run. */
  static Violation of(Throwable broken, Trace trace) {
    String message = String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
    String kind = MEMBER.matcher(NUMBER.matcher(message).replaceAll("#")).replaceAll("n#");
    Matcher session = SESSION.matcher(message);
    return new Violation(
        broken.getClass().getSimpleName() + " " + kind,
        session.find() ? session.group(1) : "",
        broken,
        trace.lines());
  }

  String message() {
    return String.valueOf(cause.getMessage());
  }
}
