// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ReplicationScope;
import org.junit.jupiter.api.Test;

/** Which responses wait although acknowledgements were said not to be waited for. */
class AsynchronousModeIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);

  private static ApplicationConfig asynchronous(ApplicationConfig shop, Duration lag) {
    return new ApplicationConfig(
        shop.name(),
        shop.classLoader(),
        ReplicationScope.SESSION,
        shop.detection(),
        AckMode.ASYNC,
        lag,
        shop.degraded(),
        shop.degradedWait(),
        shop.patchFromBytes(),
        shop.serialization());
  }

  @Test
  void waitsAfterAll_whenAcknowledgementsLagTooFarBehind() {
    try (TestCluster async =
        new TestCluster(2, builder -> builder, shop -> asynchronous(shop, Duration.ZERO))) {
      ReplicatedSession session = async.shops.get(0).create(HALF_HOUR, 0);
      session.attributes().put("n", 1);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      async.nodes.get(1).close();
      session.attributes().put("n", 2);
      assertThat(session.commit())
          .as("with nobody to acknowledge")
          .isEqualTo(CommitOutcome.DEGRADED);
      assertThat(async.nodes.get(0).statistics().counters()).containsEntry("asyncWaits", 1L);
      session.exit();
    }
  }

  @Test
  void doesNotWait_whenAsynchronousModeWasAskedFor() {
    try (TestCluster async =
        new TestCluster(2, builder -> builder, shop -> asynchronous(shop, shop.asyncLag()))) {
      ReplicatedSession session = async.shops.get(0).create(HALF_HOUR, 0);
      session.attributes().put("n", 1);
      assertThat(session.commit()).as("the first update").isEqualTo(CommitOutcome.PROTECTED);
      session.attributes().put("n", 2);
      assertThat(session.commit()).isEqualTo(CommitOutcome.SENT);
      session.exit();

      Lookup found = async.shops.get(1).acquire(session.id(), null);
      assertThat(((Lookup.Found) found).session().attributes()).containsEntry("n", 2);
    }
  }
}
