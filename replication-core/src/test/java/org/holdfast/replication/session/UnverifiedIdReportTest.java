// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.Test;

/** How often the log tells of ids whose check failed. */
class UnverifiedIdReportTest {
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private final ReplicationMetrics metrics = new ReplicationMetrics();
  private final UnverifiedIdReport report = new UnverifiedIdReport("/shop", metrics, lines::add);

  @Test
  void isSilentForAMinute_onceItHasSpoken() {
    long start = Long.MAX_VALUE - 5;
    report.add(start);
    report.add(start + 1);
    report.add(start + MINUTE_NANOS - 1);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("of 1 requests", "sessionIdSecret", "acceptedSessionIdSecret");
  }

  @Test
  void tellsOfAllSince_whenAMinuteIsOver() {
    report.add(7);
    report.add(8);
    report.add(7 + MINUTE_NANOS);

    assertThat(metrics.value(Counter.UNVERIFIED_IDS)).isEqualTo(3);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).contains("of 2 requests to application \"/shop\"");
  }
}
