// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.net.BindException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.holdfast.history.Reply;

/** Why an attempt brought no answer that can be believed. */
public enum FailureKind {
  /** Nothing accepted the connection: the update was certainly not applied. */
  REFUSED(false),
  /** The connection did not open in time: the update was certainly not applied. */
  CONNECT_TIMED_OUT(false),
  /** This process could not even ask: no descriptor or port was left. Not the servers' fault. */
  NOT_OPENED(false),
  /**
   * The connection ended after the request went out and before the whole answer was there; so does
   * one whose answer has no length where that is not believed.
   */
  LOST_IN_FLIGHT(true),
  /** The answer is longer than the engine reads, which ended the connection: a limit of ours. */
  ANSWER_TOO_LONG(true),
  /** No whole answer within the time a user waits. */
  TIMED_OUT(true),
  /** The node answered 503: it could not serve the session safely, but may have run the request. */
  UNAVAILABLE(true),
  /** Another status than 200 or 503, or a body that is not the demo application's line. */
  WRONG_ANSWER(true);

  /** What Linux, macOS and Windows say of a machine that has run out of something. */
  private static final Pattern OURS =
      Pattern.compile(
          "Too many open files|Cannot assign requested address|Can't assign requested address"
              + "|No buffer space|Cannot allocate memory|Address already in use");

  private final boolean mayHaveBeenApplied;

  FailureKind(boolean mayHaveBeenApplied) {
    this.mayHaveBeenApplied = mayHaveBeenApplied;
  }

  /**
   * What it means that a connection did not open: refused by whoever is there, or not there, or
   * else by this machine before it asked.
   */
  public static FailureKind ofConnecting(Throwable cause) {
    boolean ours =
        cause instanceof BindException || OURS.matcher(String.valueOf(cause.getMessage())).find();
    return ours ? NOT_OPENED : REFUSED;
  }

  /** Tells whether a later answer may contain the update of such an attempt. */
  public boolean mayHaveBeenApplied() {
    return mayHaveBeenApplied;
  }

  /** What the log of a history says of such an attempt. */
  Reply.Unanswered reply() {
    return new Reply.Unanswered(mayHaveBeenApplied, label());
  }

  /** Name for reports, such as {@code lost-in-flight}; stable. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
