// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.junit.jupiter.api.Test;

/** How often, and with which figures, the log tells of lost updates. */
class DiscardReportTest {
  private static final long MINUTE_NANOS = RareLines.INTERVAL_NANOS;

  private final DiscardReport report = new DiscardReport();

  private String tick(long nowNanos) {
    return CapturedLog.of(() -> report.tick(nowNanos));
  }

  @Test
  void tellsHowManyUpdatesOfHowManySessionsWereLost() {
    report.add(2);
    report.add(5);

    assertThat(tick(7)).contains("2 sessions lost 7 updates in all", "not protected yet");
  }

  @Test
  void saysNothing_whenNothingWasLostSince() {
    assertThat(tick(7)).isEmpty();
    report.add(1);
    tick(8);

    assertThat(tick(8 + 10 * MINUTE_NANOS)).isEmpty();
  }

  @Test
  void saysItOnceAMinuteAtMost_andNothingTwice_whateverTheClocksOrigin() {
    long start = Long.MAX_VALUE - 5;
    report.add(1);
    tick(start);
    report.add(2);
    report.add(3);

    assertThat(tick(start + MINUTE_NANOS - 1)).isEmpty();
    assertThat(tick(start + MINUTE_NANOS)).contains("2 sessions lost 5 updates in all");
  }
}
