// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The attributes of a session as an answer of the mixed workload shows them, such as {@code
 * text=3,5 map=- shared=4|4}: the tokens in each attribute, the oldest first, or {@code -} where
 * there is no such attribute. Two attributes that share one object stand beside each other, with a
 * bar between them. Kept as text, which takes the least memory.
 *
 * @param text empty if the answer showed none
 */
public record Contents(String text) {
  private static final Pattern TEXT =
      Pattern.compile("([a-z]+=(-|\\d{1,18}(,\\d{1,18})*)(\\|(-|\\d{1,18}(,\\d{1,18})*))?( |$))*");

  /** The contents of an answer that showed no attributes. */
  public static final Contents NONE = new Contents("");

  public Contents {
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          "contents must be like \"text=3,5 map=- shared=4|4\", were \"" + text + "\"");
    }
  }

  /** Tells whether {@code text} can be contents. */
  public static boolean isValid(String text) {
    return TEXT.matcher(text).matches();
  }

  /** Returns the names of the attributes shown. */
  List<String> attributes() {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(" ")).map(part -> part.substring(0, part.indexOf('='))).toList();
  }

  /** Returns the tokens in {@code attribute}, none if it is absent. */
  List<Long> tokens(String attribute) {
    String value = value(attribute);
    int bar = value.indexOf('|');
    String first = bar < 0 ? value : value.substring(0, bar);
    return first.isEmpty() || first.equals("-")
        ? List.of()
        : Arrays.stream(first.split(",")).map(Long::valueOf).toList();
  }

  /** Returns whether two attributes that share an object do not show the same. */
  boolean isTorn(String attribute) {
    String value = value(attribute);
    int bar = value.indexOf('|');
    return bar >= 0 && !value.substring(0, bar).equals(value.substring(bar + 1));
  }

  /** Returns the text that stands for {@code attribute}; empty if it is not shown. */
  String value(String attribute) {
    for (String part : text.split(" ")) {
      if (part.startsWith(attribute + "=")) {
        return part.substring(attribute.length() + 1);
      }
    }
    return "";
  }
}
