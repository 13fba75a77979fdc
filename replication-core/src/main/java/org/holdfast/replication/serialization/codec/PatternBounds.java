/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.serialization.codec;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which regular expressions may travel. Compiling one costs time and stack that its text decides: 1
 * MB of {@code (} took 147 ms, and a group takes a stack frame per level. Stateless.
 */
public final class PatternBounds {
  static final int MOST_CHARACTERS = 4_096;
  static final int DEEPEST_NESTING = 200;

  private PatternBounds() {}

  /** Returns what is wrong with the text of a pattern, or null. Cost is linear, and bounded. */
  public static @Nullable String violation(String regex) {
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
    return null;
  }

  /**
   * Compiles {@code regex} if it is within the bounds.
   *
   * @throws LimitExceeded if it is not
   * @throws java.util.regex.PatternSyntaxException if it is no regular expression
   */
  public static Pattern compile(String regex, int flags) {
    String violation = violation(regex);
    if (violation != null) {
      throw new LimitExceeded("a regular expression " + violation);
    }
    return Pattern.compile(regex, flags);
  }
}
