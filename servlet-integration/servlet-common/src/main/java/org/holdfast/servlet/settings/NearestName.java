// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import java.util.Collection;
import java.util.Locale;

/** Finds the known name that is nearest to a mistyped one, for error messages. Stateless. */
public final class NearestName {
  /** The fewest characters that count as the beginning or the end of a longer name. */
  private static final int SHORTEST_PART = 3;

  private NearestName() {}

  /**
   * Returns the one of {@code names} that {@code written} becomes with the fewest edits of single
   * characters; the first of several. Ignores upper and lower case. If {@code written} is the
   * beginning or the end of a name, the missing rest counts as one edit.
   *
   * @throws IllegalArgumentException if there are no names
   */
  public static String to(String written, Collection<String> names) {
    String nearest = null;
    int fewest = Integer.MAX_VALUE;
    for (String name : names) {
      int edits = distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (edits < fewest) {
        fewest = edits;
        nearest = name;
      }
    }
    if (nearest == null) {
      throw new IllegalArgumentException("no names to compare \"" + written + "\" with");
    }
    return nearest;
  }

  private static int distance(String written, String name) {
    boolean isPart =
        written.length() >= SHORTEST_PART && (name.startsWith(written) || name.endsWith(written));
    return isPart ? Math.min(1, name.length() - written.length()) : edits(written, name);
  }

  /** Returns Levenshtein's distance, computed one row of its table at a time. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column < row.length; column++) {
        int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
      }
    }
    return row[to.length()];
  }
}
