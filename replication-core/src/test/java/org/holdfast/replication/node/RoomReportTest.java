// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.Test;

class RoomReportTest {
  private final List<String> lines = new ArrayList<>();
  private final ReplicationMetrics metrics = new ReplicationMetrics();
  private final RoomReport report = new RoomReport(metrics, 1_000, () -> 990, lines::add);

  @Test
  void logsOneLineAMinute_withHowManyWereRefusedSince() {
    report.tick(1);
    assertThat(lines).isEmpty();

    metrics.add(Counter.COPIES_REFUSED, 2);
    report.tick(2);
    metrics.add(Counter.COPIES_REFUSED, 5);
    report.tick(3);
    assertThat(lines)
        .singleElement()
        .asString()
        .contains("holds 990 bytes for other nodes, of at most 1000", "refused 2 copies");

    report.tick(2 + RareLines.INTERVAL_NANOS);
    report.tick(3 + 2 * RareLines.INTERVAL_NANOS);
    assertThat(lines).hasSize(2).last().asString().contains("refused 5 copies");
  }
}
