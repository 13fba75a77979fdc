// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import org.jspecify.annotations.Nullable;

/**
 * Makes texts that come from bytes fit for a log. They may be megabytes long, clear a terminal, or
 * look like another line of the log. Stateless.
 */
public final class Printable {
  /** The most characters of one text among others. */
  private static final int LONGEST_PART = 200;

  /** The most characters of a message with all its parts. */
  private static final int LONGEST_MESSAGE = 1_000;

  private static final int MOST_CAUSES = 8;

  /** A stand-in for an exception whose own message is not fit for a log. */
  private static final class Stated extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stated(Throwable original) {
      super(part(original.toString()), null, false, true);
      setStackTrace(original.getStackTrace());
    }
  }

  private Printable() {}

  /**
   * Returns {@code text} cut to 200 characters, with "?" for each character that cannot be seen.
   */
  public static String part(String text) {
    return cut(text, LONGEST_PART);
  }

  /**
   * Returns {@code text} cut to 1,000 characters, with "?" for each character that cannot be seen.
   */
  public static String message(String text) {
    return cut(text, LONGEST_MESSAGE);
  }

  /**
   * Returns {@code cause} if it and what caused it can be logged as they are, else its type, place
   * and printable message.
   */
  static @Nullable Throwable cause(@Nullable Throwable cause) {
    Throwable at = cause;
    for (int i = 0; at != null; i++, at = at.getCause()) {
      String message = at.getMessage();
      if (i >= MOST_CAUSES || (message != null && !message.equals(message(message)))) {
        return new Stated(java.util.Objects.requireNonNull(cause));
      }
    }
    return cause;
  }

  private static String cut(String text, int most) {
    StringBuilder printable = new StringBuilder(Math.min(text.length(), most) + 3);
    int end = Math.min(text.length(), most);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      boolean pair = i + 1 < end && Character.isSurrogatePair(c, text.charAt(i + 1));
      if (pair) {
        printable.append(c).append(text.charAt(++i));
      } else {
        printable.append(isSeen(c) ? c : '?');
      }
    }
    return end < text.length() ? printable.append("...").toString() : printable.toString();
  }

  private static boolean isSeen(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
