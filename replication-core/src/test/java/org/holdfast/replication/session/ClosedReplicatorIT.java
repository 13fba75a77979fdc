// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.holdfast.replication.config.ApplicationConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that run while their application is stopped, and perhaps started again. */
@Timeout(60)
class ClosedReplicatorIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);

  private final TestCluster two = TestCluster.of(2);
  private final SessionReplicator stopped = two.shops.get(0);

  @AfterEach
  void stop() {
    two.close();
  }

  private SessionReplicator deployedAgain() {
    return two.nodes
        .get(0)
        .register(
            ApplicationConfig.of("shop", ClosedReplicatorIT.class.getClassLoader()), session -> {});
  }

  @Test
  void refusesTheRequestInFlight_whenTheApplicationIsDeployedAgain() {
    ReplicatedSession inFlight = stopped.create(HALF_HOUR, 0);
    inFlight.attributes().put("n", 1);
    assertThat(inFlight.commit()).isEqualTo(CommitOutcome.PROTECTED);

    stopped.close();
    Lookup lookup = deployedAgain().acquire(inFlight.id(), null);
    inFlight.attributes().put("n", 2);

    assertThat(inFlight.commit()).isEqualTo(CommitOutcome.FENCED);
    assertThat(inFlight.isValid()).isFalse();
    assertThat(inFlight.enter()).isFalse();
    ReplicatedSession ofNow = ((Lookup.Found) lookup).session();
    ofNow.attributes().put("m", 1);
    assertThat(ofNow.commit()).isEqualTo(CommitOutcome.PROTECTED);
    assertThat(ofNow.attributes()).containsEntry("n", 1);
    inFlight.exit();
    ofNow.exit();
  }

  @Test
  void refusesASession_thatWasNotCommittedBeforeTheStop() {
    ReplicatedSession fresh = stopped.create(HALF_HOUR, 0);
    fresh.attributes().put("n", 1);

    stopped.close();

    assertThat(fresh.commit()).isEqualTo(CommitOutcome.FENCED);
    assertThat(fresh.commitState()).isEqualTo(new CommittedState(CommitOutcome.FENCED, null));
  }

  @Test
  void servesNothing_onceItIsClosed() {
    ReplicatedSession session = stopped.create(HALF_HOUR, 0);
    session.commit();
    session.exit();
    stopped.close();

    assertThat(stopped.acquire(session.id(), null)).isInstanceOf(Lookup.Unavailable.class);
    assertThat(stopped.create(HALF_HOUR, 0).commit()).isEqualTo(CommitOutcome.FENCED);
    assertThat(stopped.local(session.id())).isNull();
  }
}
