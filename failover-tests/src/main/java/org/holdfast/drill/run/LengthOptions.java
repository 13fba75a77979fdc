// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a drill measures, in seconds or in minutes. */
final class LengthOptions {
  private static final int MOST_SECONDS = 86_400;

  @Option(
      names = {"--seconds", "--duration"},
      paramLabel = "S",
      description =
          "Measured time in seconds, 2 to 86400; single steps keep their share of it, repeated ones"
              + " are repeated as often as fits; ramp-up, warm-up and last requests come on top"
              + " (default: that of the scenario).")
  private @Nullable Integer seconds;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "The same in minutes, 1 to 1440; one of the two (default: as above).")
  private @Nullable Integer minutes;

  /**
   * The length asked for; empty if none was.
   *
   * @throws IllegalArgumentException if it is impossible, or said twice
   */
  Optional<Duration> length() {
    if (seconds != null && minutes != null) {
      throw new IllegalArgumentException(
          "--seconds and --minutes say the same: one of them only, were "
              + seconds
              + " and "
              + minutes);
    }
    if (seconds != null) {
      return Optional.of(Duration.ofSeconds(between("--seconds", seconds, 2, MOST_SECONDS)));
    }
    return Optional.ofNullable(minutes)
        .map(count -> Duration.ofMinutes(between("--minutes", count, 1, MOST_SECONDS / 60)));
  }

  private static int between(String name, int value, int lowest, int highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          name + " must be between " + lowest + " and " + highest + ", was " + value);
    }
    return value;
  }
}
