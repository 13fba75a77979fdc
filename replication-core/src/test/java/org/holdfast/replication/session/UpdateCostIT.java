// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * How many bytes travel between two real nodes for one update of an Integer counter,
 * acknowledgement included.
 */
class UpdateCostIT {
  private static final int UPDATES = 500;

  @Test
  void sendsFewerThan120Bytes_forAnUpdateOfACounter() {
    try (TestCluster two = TestCluster.of(2)) {
      ReplicatedSession session = two.shops.get(0).create(Duration.ofMinutes(30), 0);
      session.attributes().put("counter", 100_000);
      session.attributes().put("unchanged", "x".repeat(4000));
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);

      long sentBefore = bytesSent(two, 0);
      long answeredBefore = bytesSent(two, 1);
      for (int i = 0; i < UPDATES; i++) {
        session.attributes().put("counter", 100_001 + i);
        assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      }
      double sent = (double) (bytesSent(two, 0) - sentBefore) / UPDATES;
      double answered = (double) (bytesSent(two, 1) - answeredBefore) / UPDATES;

      System.out.printf(
          Locale.ROOT,
          "update of an Integer: %.1f bytes to the secondary, %.1f bytes back%n",
          sent,
          answered);
      assertThat(sent + answered).isBetween(40.0, 120.0);
      session.exit();
    }
  }

  private static long bytesSent(TestCluster cluster, int node) {
    Long bytes = cluster.nodes.get(node).statistics().counters().get("bytesSent");
    return bytes == null ? 0 : bytes;
  }
}
