// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.time.Duration;

/**
 * Requests that take long: the demo applications hold the answer for as long as the query asks for,
 * after they have changed the session. Users wait for it that much longer.
 *
 * @param percent of 100 requests that count, how many are slow, 1 to 100
 * @param lasting how long each takes at least, 1 ms to 5 s
 */
public record SlowRequests(int percent, Duration lasting) {
  /** The longest that a demo application holds a request for. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  public SlowRequests {
    if (percent < 1 || percent > 100) {
      throw new IllegalArgumentException(
          "percent of slow requests must be between 1 and 100, was " + percent);
    }
    if (lasting.toMillis() < 1 || lasting.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "slow requests must take between 1 ms and "
              + LONGEST.toMillis()
              + " ms, was "
              + lasting.toMillis()
              + " ms");
    }
  }

  /** Returns path and query of a slow request for {@code target}. */
  String slow(String target) {
    return target + (target.contains("?") ? "&" : "?") + "pause=" + lasting.toMillis();
  }
}
