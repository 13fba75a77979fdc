// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of a session that an answer rests on: the epoch of its primary and the version within
 * the session's history. Of two answers one after the other, the later has the higher one, or the
 * same if it changed nothing.
 *
 * @param counter of the epoch
 * @param member of the epoch
 * @param incarnation tells the processes of that member apart
 * @param version of the session
 */
public record Position(long counter, String member, long incarnation, long version)
    implements Comparable<Position> {
  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,18})/([A-Za-z0-9_-]{1,64})/(\\d{1,18})/(\\d{1,18})");

  private static final Comparator<Position> ORDER =
      Comparator.comparingLong(Position::counter)
          .thenComparing(Position::member)
          .thenComparingLong(Position::incarnation)
          .thenComparingLong(Position::version);

  /**
   * Reads {@code counter/member/incarnation/version}, as {@link #toString} writes it; empty if
   * {@code text} is anything else.
   */
  public static Optional<Position> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new Position(
            Long.parseLong(parts.group(1)),
            parts.group(2),
            Long.parseLong(parts.group(3)),
            Long.parseLong(parts.group(4))));
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return counter + "/" + member + "/" + incarnation + "/" + version;
  }
}
