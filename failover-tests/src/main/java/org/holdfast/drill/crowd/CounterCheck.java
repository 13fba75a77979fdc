// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

/**
 * Follows the counter that an answer shows, if it shows one: that of the demo application ({@code
 * counter=5 …}, first 1) or that of ClusterBench (only the number, first 0). Each request adds one;
 * one without an answer may or may not have been applied, at any later time too. Other answers are
 * not judged. Two longs a user; not thread-safe.
 */
final class CounterCheck {
  private static final String OURS = "counter=";
  private static final int MAX_DIGITS = 18;
  private static final long NONE = -1;

  /** What an answer says of the session. */
  enum Seen {
    /** It shows no counter that can be followed. */
    NOTHING,
    /** It follows from the answers before. */
    RIGHT,
    /** It does not: an update was lost, or the session. */
    WRONG
  }

  private final boolean exact;
  private long last = NONE;
  private int unanswered;
  private boolean started;
  private boolean followed;

  /**
   * @param exact whether nothing else counts there, so that a counter that grew by more than the
   *     requests is wrong, too; otherwise it must only grow
   */
  CounterCheck(boolean exact) {
    this.exact = exact;
  }

  /** A request may have been applied, though it was not answered. */
  void unanswered() {
    unanswered++;
  }

  Seen accept(String body) {
    boolean ours = body.startsWith(OURS);
    long value = number(body, ours ? OURS.length() : 0, !ours);
    boolean first = !started;
    started = true;
    if (first) {
      // Anything else is a number, but not the count of this session's requests.
      long start = ours ? 1 : 0;
      followed = value >= start && value <= start + unanswered;
      last = followed ? value : NONE;
      return followed ? Seen.RIGHT : Seen.NOTHING;
    }
    if (!followed) {
      return Seen.NOTHING;
    }
    boolean right = value > last && (!exact || value <= last + 1 + unanswered);
    last = value;
    return right ? Seen.RIGHT : Seen.WRONG;
  }

  /** Reads digits from {@code start}; {@link #NONE} if there are none, too many, or more. */
  private static long number(String body, int start, boolean nothingElse) {
    int end = start;
    long value = 0;
    while (end < body.length() && end - start < MAX_DIGITS) {
      int digit = body.charAt(end) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = value * 10 + digit;
      end++;
    }
    boolean more = end < body.length() && nothingElse && !body.substring(end).isBlank();
    return end == start || more ? NONE : value;
  }
}
