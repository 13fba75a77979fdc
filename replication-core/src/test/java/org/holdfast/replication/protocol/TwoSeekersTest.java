// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With two secondaries a hand-over is not enough: who claims then is not overtaken by who asks. */
class TwoSeekersTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member FORMER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final Member FOURTH = RecordingReplica.member(3);
  private static final Epoch FIRST = Epoch.mint(1, FORMER);
  private static final Epoch HIGHER = Epoch.mint(99, THIRD);

  private final RecordingReplica here =
      new RecordingReplica(SELF, SimulatedCluster.config(2, millis(16_000)), 1);
  private final List<Acquired> acquired = new ArrayList<>();
  private Epoch claimedEpoch = Epoch.NONE;

  private static Message.Promise promise(Epoch epoch, boolean handOver) {
    Label label = new Label(FIRST, 3);
    Message.Held held = new Message.Held(label, label, false, -1, SimulatedClient.image(3));
    return new Message.Promise(KEY, epoch, handOver, FIRST, 1, Optional.of(held));
  }

  /** The former primary has handed the session over, and that is claimed now. */
  @BeforeEach
  void claim() {
    here.join(List.of(SELF, FORMER, THIRD, FOURTH));
    here.replica.acquire(KEY, null, here.now(), acquired::add);
    here.receive(FORMER, promise(here.take(Message.Ask.class).get(0).epoch(), true));
    claimedEpoch = here.take(Message.Claim.class).get(0).epoch();
  }

  @Test
  void hasWhoAsksWait_untilItsOwnRequestIsOver() {
    here.receive(THIRD, new Message.Ask(KEY, HIGHER));
    assertThat(here.sentTo(THIRD, Message.HandingOver.class)).hasSize(1);
    assertThat(here.sentTo(THIRD, Message.Hint.class))
        .as("which would have it claim, and fence the request that is about to run")
        .isEmpty();

    here.receive(FORMER, promise(claimedEpoch, false));
    assertThat(acquired).singleElement().isInstanceOf(Acquired.Owned.class);
    here.replica.end(KEY, ((Acquired.Owned) acquired.get(0)).epoch(), here.now());

    assertThat(here.sentTo(THIRD, Message.Promise.class))
        .singleElement()
        .matches(Message.Promise::handOver);
  }

  @Test
  void letsWhoAsksGoFirst_onceItsClaimHasFailed() {
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos() + 2 * ReplicaConfig.TICK_NANOS);
    here.sent.clear();

    here.receive(THIRD, new Message.Ask(KEY, HIGHER));

    assertThat(here.sentTo(THIRD, Message.HandingOver.class)).isEmpty();
    assertThat(here.sentTo(THIRD, Message.Hint.class)).hasSize(1);
  }
}
