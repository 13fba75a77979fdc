// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.transport.TransportStatistics;
import org.junit.jupiter.api.Test;

class ReplicationStatisticsTest {
  @Test
  void countsTheConnectionsOfStrangersThatWereClosed() {
    TransportStatistics transport = new TransportStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 11);

    assertThat(ReplicationStatistics.counters(new ReplicationMetrics(), transport))
        .containsEntry("handshakesRejected", 10L)
        .containsEntry("connectionsMalformed", 11L);
  }
}
