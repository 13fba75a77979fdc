// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;

/** From the setting, through the membership, to where copies lie. */
class ZonesIT {
  private static final int SESSIONS = 100;

  @Test
  void keepsTheCopiesOfAZone_inTheOther() {
    Iterator<String> zones = List.of("a", "a", "b").iterator();
    try (TestCluster three =
        new TestCluster(3, builder -> builder.zone(zones.next()), shop -> shop)) {
      assertThat(three.nodes.get(0).view().members())
          .extracting(Member::zone)
          .as("as the membership tells it")
          .containsExactlyInAnyOrder("a", "a", "b");

      create(three.shops.get(0), SESSIONS);
      create(three.shops.get(1), SESSIONS);

      assertThat(copies(three, 2)).as("in zone b").isEqualTo(2 * SESSIONS);
      assertThat(copies(three, 0) + copies(three, 1)).as("in zone a").isZero();

      create(three.shops.get(2), SESSIONS);

      assertThat(copies(three, 0) + copies(three, 1))
          .as("of zone b, in zone a")
          .isEqualTo(SESSIONS);
      assertThat(copies(three, 0)).as("both take their share").isBetween(1, SESSIONS - 1);
    }
  }

  /** The statistics count fences as well. */
  private static int copies(TestCluster cluster, int node) {
    return cluster.nodes.get(node).replica().drainState().copies();
  }

  private static void create(SessionReplicator shop, int sessions) {
    for (int i = 0; i < sessions; i++) {
      ReplicatedSession session = shop.create(Duration.ofMinutes(30), 1000);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
    }
  }
}
