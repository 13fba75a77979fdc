// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.time.Duration;

/**
 * The times of silence after which JGroups excludes a member from the view. A member that is
 * excluded by mistake loses no update: it costs copies and time, as ownership of a session depends
 * on promises and not on views.
 *
 * <p>The others exclude a killed process within one to two {@code verifyTimeout}s, as its sockets
 * close. They exclude a member that hangs, or whose link is cut, within {@code timeout + interval +
 * 2 * verifyTimeout}: 4.5 s by default.
 *
 * <p>The type {@code FailureDetection} of JGroups itself, whose heartbeats {@code FrameGrammar}
 * reads, is another one.
 *
 * @param timeout the silence after which the others suspect a member, 500 ms to 5 min; a shorter
 *     pause (of the garbage collector, of a virtual machine) has no consequence
 * @param interval the time between heartbeats, at least 50 ms and at most a third of {@code
 *     timeout}
 * @param verifyTimeout the time that a suspected member has to answer before the others exclude it,
 *     50 ms to 30 s
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
   * Returns the times that every node uses outside of tests: 3 s of silence, a heartbeat each 0.5 s
   * and 0.5 s to answer. With these, nobody suspects a member that pauses for 2 s.
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
