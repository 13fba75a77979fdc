// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that starts again after it has stopped. */
@Timeout(60)
class RestartedNodeIT {

  @Test
  void isAMemberAsBefore_whenItsClockWentBackMeanwhile() {
    try (TestCluster cluster = TestCluster.of(2)) {
      ReplicationNode other = cluster.nodes.get(1);
      cluster.stop(0);
      await().until(() -> other.view().members().size() == 1);

      InstantSource hourAgo = InstantSource.offset(InstantSource.system(), Duration.ofHours(-1));
      cluster.restart(0, hourAgo);

      ReplicationNode again = cluster.nodes.get(2);
      assertThat(again.self().incarnation())
          .isNotEqualTo(cluster.nodes.get(0).self().incarnation());
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  Stream.of(other, again)
                      .allMatch(node -> node.view().members().size() == 2 && node.isSettled()));
    }
  }
}
