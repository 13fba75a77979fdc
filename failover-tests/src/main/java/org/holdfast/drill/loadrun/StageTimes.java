// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long the phases take; the warm-up comes between the first two and takes what it takes.
 *
 * @param rampUp in which users come
 * @param steady which is measured
 * @param rampDown in which users leave
 */
public record StageTimes(Duration rampUp, Duration steady, Duration rampDown) {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{1,6}(?:\\.\\d{1,3})?)/(\\d{1,6}(?:\\.\\d{1,3})?)/(\\d{1,6}(?:\\.\\d{1,3})?)");
  private static final Duration LONGEST = Duration.ofDays(1);

  /**
   * Reads {@code UP/STEADY/DOWN}.
   *
   * @param option as it is named in the message of the exception
   */
  public static StageTimes parse(String option, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          option + " must be UP/STEADY/DOWN in seconds, such as 10/60/5, was " + text);
    }
    StageTimes times =
        new StageTimes(seconds(form.group(1)), seconds(form.group(2)), seconds(form.group(3)));
    if (times.steady.compareTo(Duration.ofSeconds(1)) < 0
        || times.steady.compareTo(LONGEST) > 0
        || times.rampUp.compareTo(LONGEST) > 0
        || times.rampDown.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          option
              + " must have a steady state of 1 to 86400 s, ramp-up and ramp-down of 0 to 86400 s,"
              + " was "
              + text);
    }
    return times;
  }

  private static Duration seconds(String text) {
    return Duration.ofMillis(Math.round(Double.parseDouble(text) * 1_000));
  }
}
