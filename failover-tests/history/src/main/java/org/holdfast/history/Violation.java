// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Locale;

/**
 * An answer that contradicts an earlier answer to the client.
 *
 * @param kind the kind of the contradiction
 * @param session name of the log
 * @param exchange the request and its answer
 * @param lowest smallest value that would have been right
 * @param highest largest value that would have been right
 * @param words the contradiction, for people, where it is not the counter's value; else empty
 */
public record Violation(
    Kind kind, String session, Exchange exchange, long lowest, long highest, String words) {

  /** Makes one that says that the value of the counter is wrong. */
  public Violation(Kind kind, String session, Exchange exchange, long lowest, long highest) {
    this(kind, session, exchange, lowest, highest, "");
  }

  /** Makes one that says in words that something else is wrong. */
  Violation(Kind kind, String session, Exchange exchange, String words) {
    this(kind, session, exchange, 0, 0, words);
  }

  /** The kinds of contradictions in an answer, in hindsight. */
  public enum Kind {
    /** Answered updates are missing from it and never came back. */
    LOST,
    /** Answered updates are missing from it but were there again later. */
    STALE,
    /** The session was replaced by a new one, or denied: its user is logged out. */
    RESET,
    /** The answer has the value of another increment's answer. */
    DUPLICATED,
    /**
     * The session answered after its end was, or under an id that it had given up; or an answer set
     * a cookie with such an id.
     */
    RESURRECTED,
    /** The answer rests on an older epoch or version than an answer before it. */
    REGRESSED,
    /**
     * No order of the client's requests leads to the answer, although no answered update is
     * missing; or two attributes that shared an object do not any more.
     */
    CONTRADICTED;

    /** Returns the name for reports, such as {@code duplicated}; it is stable. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Describes the violation in a sentence for people. */
  public String describe() {
    if (!words.isEmpty()) {
      return session + " " + words + " (" + kind.label() + ")";
    }
    return session + " was " + answer() + " by " + exchange.node() + " where " + right();
  }

  private String answer() {
    return exchange.reply() instanceof Reply.Served served
        ? "answered " + served.value()
        : "told that there is no session";
  }

  private String right() {
    String kindInWords = " (" + kind.label() + ")";
    if (kind == Kind.RESURRECTED) {
      return "the session had ended or has another id" + kindInWords;
    }
    if (kind == Kind.REGRESSED) {
      return "an answer before it rested on a newer state" + kindInWords;
    }
    String values = lowest == highest ? Long.toString(lowest) : lowest + " to " + highest;
    return "only " + values + " is right" + kindInWords;
  }
}
