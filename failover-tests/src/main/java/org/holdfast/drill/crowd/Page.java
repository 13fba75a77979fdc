// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.regex.Pattern;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.UserPaths;

/**
 * One request of the mix.
 *
 * @param target path and query; {@value #USER} in it stands for the number of the user
 * @param body what is sent with POST; none for GET
 * @param weight share of the mix, in proportion to the others', at least 1
 * @param expected text that each answer must contain; empty if any will do
 */
public record Page(String target, RequestBody body, int weight, String expected) {
  /** What stands for the number of the user that asks, 0 for the first of all. */
  public static final String USER = UserPaths.USER;

  private static final Pattern TARGET = Pattern.compile("/[!-~&&[^#]]*");
  private static final int MAX_EXPECTED = 1_000;

  public Page {
    if (!TARGET.matcher(target).matches()) {
      throw new IllegalArgumentException(
          "the path of a page must be a slash and printable ASCII without spaces or #, was \""
              + target
              + "\"");
    }
    if (expected.length() > MAX_EXPECTED) {
      throw new IllegalArgumentException(
          "the text expected of "
              + target
              + " must have at most "
              + MAX_EXPECTED
              + " characters, had "
              + expected.length());
    }
    if (weight < 1) {
      throw new IllegalArgumentException(
          "the weight of " + target + " must be at least 1, was " + weight);
    }
  }

  /** A page of which any answer will do. */
  public Page(String target, RequestBody body, int weight) {
    this(target, body, weight, "");
  }

  /** The same page, whose answers must contain {@code text}. */
  public Page expecting(String text) {
    return new Page(target, body, weight, text);
  }

  /** Path and query as {@code user} asks for them. */
  String targetOf(int user) {
    return UserPaths.of(target, user);
  }
}
