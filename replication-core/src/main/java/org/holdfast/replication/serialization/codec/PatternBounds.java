// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.text.Normalizer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of the regular expressions that may travel. Compiling one costs time and stack that
 * its text decides: 1 MB of {@code (} took 147 ms, a group takes a stack frame per level, and ten
 * combining marks on one letter take 3,628,800 alternatives. Stateless.
 */
public final class PatternBounds {
  static final int MOST_CHARACTERS = 4_096;
  static final int DEEPEST_NESTING = 200;
  static final int MOST_MARKS = 4;

  private PatternBounds() {}

  /** Returns what is wrong with a pattern, or null. Cost is linear, and bounded. */
  public static @Nullable String violation(String regex, int flags) {
    if (regex.length() > MOST_CHARACTERS) {
      return "has a text of "
          + regex.length()
          + " characters; a pattern may have at most "
          + MOST_CHARACTERS;
    }
    int depth = 0;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '(' || c == '[') {
        if (++depth > DEEPEST_NESTING) {
          return "is nested deeper than " + DEEPEST_NESTING + " levels, the most for a pattern";
        }
      } else if ((c == ')' || c == ']') && depth > 0) {
        depth--;
      }
    }
    return (flags & Pattern.CANON_EQ) == 0 ? null : markViolation(regex);
  }

  /**
   * Returns the violation of the bound on marks, or null. Under canonical equivalence each order of
   * the marks on a letter is tried: n! for n marks.
   */
  private static @Nullable String markViolation(String regex) {
    String decomposed = Normalizer.normalize(regex, Normalizer.Form.NFD);
    int marks = 0;
    for (int i = 0; i < decomposed.length(); i++) {
      marks = isMark(decomposed.charAt(i)) ? marks + 1 : 0;
      if (marks > MOST_MARKS) {
        return "has more than "
            + MOST_MARKS
            + " combining marks on one letter, the most with the flag CANON_EQ";
      }
    }
    return null;
  }

  /**
   * Tells whether {@code c} counts as a mark. Surrogates do: some are halves of one, and few
   * patterns hold any.
   */
  private static boolean isMark(char c) {
    return Character.isSurrogate(c)
        || switch (Character.getType(c)) {
          case Character.NON_SPACING_MARK,
              Character.ENCLOSING_MARK,
              Character.COMBINING_SPACING_MARK ->
              true;
          default -> false;
        };
  }

  /**
   * Compiles {@code regex} if it is within the bounds.
   *
   * @throws LimitExceeded if it is not
   * @throws java.util.regex.PatternSyntaxException if it is no regular expression
   */
  public static Pattern compile(String regex, int flags) {
    String violation = violation(regex, flags);
    if (violation != null) {
      throw new LimitExceeded("a regular expression " + violation);
    }
    return Pattern.compile(regex, flags);
  }
}
