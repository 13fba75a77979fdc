// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Locale;

/**
 * One answer that contradicts what the client was answered before.
 *
 * @param kind what is wrong with it
 * @param session name of the log
 * @param exchange the request and its answer
 * @param lowest smallest value that would have been right
 * @param highest largest value that would have been right
 * @param words what is wrong, for people, where it is not the value of the counter; else empty
 */
public record Violation(
    Kind kind, String session, Exchange exchange, long lowest, long highest, String words) {

  /** Says that the value of the counter is wrong. */
  public Violation(Kind kind, String session, Exchange exchange, long lowest, long highest) {
    this(kind, session, exchange, lowest, highest, "");
  }

  /** Says that something else is wrong. */
  Violation(Kind kind, String session, Exchange exchange, String words) {
    this(kind, session, exchange, 0, 0, words);
  }

  /** What is wrong with an answer, in hindsight. */
  public enum Kind {
    /** Answered updates are missing from it and never came back. */
    LOST,
    /** Answered updates are missing from it but were there again later. */
    STALE,
    /** The session was replaced by a new one, or denied: its user is logged out. */
    RESET,
    /** The value of another increment's answer. */
    DUPLICATED,
    /**
     * The session answered after its end was, or under an id that it had given up; or an answer set
     * a cookie with such an id.
     */
    RESURRECTED,
    /** It rests on an older epoch or version than an answer before it. */
    REGRESSED,
    /**
     * No order of the client's requests leads to it, although no answered update is missing; or two
     * attributes that shared an object do not any more.
     */
    CONTRADICTED;

    /** Name for reports, such as {@code duplicated}; stable. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Says it in a sentence for people. */
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
