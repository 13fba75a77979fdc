// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.time.Duration;

/**
 * The times of silence after which a member counts as dead. Views are hints and never fence, so a
 * wrong suspicion costs copies and time, not updates.
 *
 * <p>A killed process is noticed within about {@code verifyTimeout} to twice that, as its sockets
 * close; a hang or a cut link within {@code timeout + interval + 2 * verifyTimeout}: 4.5 s by
 * default.
 *
 * @param timeout silence after which a member is suspected, 500 ms to 5 min; pauses shorter than
 *     this (of the garbage collector, of a virtual machine) go unnoticed
 * @param interval time between heartbeats, at least 50 ms and at most a third of {@code timeout}
 * @param verifyTimeout how long a suspect may answer before it is excluded, 50 ms to 30 s
 */
public record FailureDetection(Duration timeout, Duration interval, Duration verifyTimeout) {
  private static final FailureDetection DEFAULTS =
      new FailureDetection(Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofMillis(500));

  public FailureDetection {
    require("timeout", timeout, Duration.ofMillis(500), Duration.ofMinutes(5));
    require("interval", interval, Duration.ofMillis(50), timeout.dividedBy(3));
    require("verifyTimeout", verifyTimeout, Duration.ofMillis(50), Duration.ofSeconds(30));
  }

  /**
   * Returns 3 s of silence, a heartbeat each 0.5 s and 0.5 s to answer: no alarm at a 2 s pause.
   */
  public static FailureDetection defaults() {
    return DEFAULTS;
  }

  private static void require(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "failure detection "
              + what
              + " must be between "
              + least.toMillis()
              + " ms and "
              + most.toMillis()
              + " ms, was "
              + value.toMillis()
              + " ms");
    }
  }
}
