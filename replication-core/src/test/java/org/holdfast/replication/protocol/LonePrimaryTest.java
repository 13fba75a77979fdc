// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/** The outcome of a response that waits while no member is there to hold its session. */
class LonePrimaryTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final List<Outcome> outcomes = new ArrayList<>();

  private Epoch createIn(RecordingReplica replica, List<Member> view) {
    replica.join(view);
    return replica.create(KEY, 1);
  }

  @Test
  void answersDegradedAtOnce_whenNobodyIsThereToHoldTheSession() {
    Epoch epoch = createIn(here, List.of(SELF));

    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);

    assertThat(outcomes).containsExactly(Outcome.DEGRADED);
    assertThat(here.replica.canProtect(KEY, epoch, here.now())).isFalse();
  }

  @Test
  void answersDegradedAtOnce_whenNoSecondaryIsWanted() {
    RecordingReplica single =
        new RecordingReplica(SELF, SimulatedCluster.config(0, millis(600_000)), 1);
    Epoch epoch = createIn(single, List.of(SELF, OTHER));

    single.replica.await(KEY, epoch, 1, single.now(), outcomes::add);

    assertThat(outcomes).containsExactly(Outcome.DEGRADED);
  }

  @Test
  void answersDegraded_whenTheLastSecondaryGoesWhileAResponseWaits() {
    Epoch epoch = createIn(here, List.of(SELF, OTHER));
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);
    assertThat(outcomes).isEmpty();

    here.replica.onPeerDown(OTHER);
    here.pass(millis(20));

    assertThat(outcomes).containsExactly(Outcome.DEGRADED);
  }

  @Test
  void waitsForSomebodyToCome_whenToldTo() {
    Epoch epoch = createIn(here, List.of(SELF));
    here.replica.awaitPatiently(KEY, epoch, 1, millis(500), here.now(), outcomes::add);

    here.pass(millis(450));
    assertThat(outcomes).isEmpty();
    here.pass(millis(100));

    assertThat(outcomes).containsExactly(Outcome.UNCONFIRMED);
  }
}
