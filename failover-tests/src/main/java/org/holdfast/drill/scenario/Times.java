// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 500ms}, {@code 1.5s}, {@code 30m}. */
final class Times {
  private static final Pattern TIME = Pattern.compile("(-?\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h)");

  /** Some 41 days: nobody waits for longer, and no sum of such times overflows. */
  private static final Duration LONGEST = Duration.ofHours(1_000);

  private Times() {}

  /**
   * @throws IllegalArgumentException if {@code text} is no time
   */
  static Duration parse(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a time must be a number and ms, s, m or h, such as 500ms or 1.5s, was \"" + text + "\"");
    }
    long millis =
        switch (matcher.group(2)) {
          case "ms" -> 1;
          case "s" -> 1_000;
          case "m" -> 60_000;
          default -> 3_600_000;
        };
    BigDecimal exact = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(millis));
    if (exact.compareTo(BigDecimal.valueOf(LONGEST.toMillis())) > 0) {
      throw new IllegalArgumentException(
          "a time must be no more than " + LONGEST.toHours() + "h, was \"" + text + "\"");
    }
    return Duration.ofMillis(exact.longValue());
  }

  static String text(Duration time) {
    long millis = time.toMillis();
    if (millis % 1_000 != 0) {
      return millis < 1_000 ? millis + " ms" : millis / 1e3 + " s";
    }
    long seconds = millis / 1_000;
    if (seconds >= 7_200 && seconds % 3_600 == 0) {
      return seconds / 3_600 + " h";
    }
    return seconds >= 120 && seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
  }
}
