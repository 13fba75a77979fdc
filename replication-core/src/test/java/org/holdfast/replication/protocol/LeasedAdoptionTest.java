// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** With a serving lease each adoption waits it out; many wait at once, so it is not slower. */
class LeasedAdoptionTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member LOST = RecordingReplica.member(1);
  private static final Member STAYS = RecordingReplica.member(2);
  private static final int SESSIONS = 400;
  private static final int REPAIRS_PER_TICK = 2;
  private static final Epoch FORMER = Epoch.mint(1, LOST);

  private final Set<String> begun = new HashSet<>();
  private final Set<String> adopted = new HashSet<>();
  private int mostAtOnce;

  private static ReplicaConfig config(boolean servingLease) {
    return SimulatedCluster.config(1, millis(600_000), 3, servingLease, REPAIRS_PER_TICK);
  }

  /** Has a member hold copies of sessions whose primary is lost. */
  private static RecordingReplica orphaned(ReplicaConfig config) {
    RecordingReplica here = new RecordingReplica(SELF, config, 1);
    here.join(List.of(SELF, LOST, STAYS));
    for (int i = 0; i < SESSIONS; i++) {
      here.receive(
          LOST,
          new Message.Full(
              "shop%012d".formatted(i),
              Label.NONE,
              new Label(FORMER, 1),
              -1,
              SimulatedClient.image(1)));
    }
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS)), here.now());
    here.receive(STAYS, new Message.ViewStatus(2, "test", true, false, false, false));
    here.sent.clear();
    return here;
  }

  /** Returns how long it takes to adopt them all, the other member answering at once. */
  private long adoptAll(boolean servingLease) {
    RecordingReplica here = orphaned(config(servingLease));
    long start = here.now();
    while (adopted.size() < SESSIONS && here.now() - start < millis(120_000)) {
      here.pass(ReplicaConfig.TICK_NANOS);
      answer(here);
      Set<String> underWay = new HashSet<>(begun);
      underWay.removeAll(adopted);
      mostAtOnce = Math.max(mostAtOnce, underWay.size());
    }
    assertThat(adopted).hasSize(SESSIONS);
    return here.now() - start;
  }

  private void answer(RecordingReplica here) {
    while (!here.sent.isEmpty()) {
      List<RecordingReplica.Sent> sent = List.copyOf(here.sent);
      here.sent.clear();
      for (RecordingReplica.Sent each : sent) {
        if (each.to().equals(STAYS)) {
          answer(here, each.message());
        }
      }
    }
  }

  private void answer(RecordingReplica here, Message message) {
    if (message instanceof Message.Ask ask) {
      begun.add(ask.key());
      here.receive(STAYS, new Message.Hint(ask.key(), ask.epoch(), Epoch.NONE, 2));
    } else if (message instanceof Message.Claim claim) {
      here.receive(
          STAYS,
          new Message.Promise(claim.key(), claim.epoch(), false, Epoch.NONE, 2, Optional.empty()));
    } else if (message instanceof Message.Full full) {
      adopted.add(full.key());
      here.receive(STAYS, new Message.Ack(full.key(), full.label()));
    }
  }

  private static long waitsOf(boolean servingLease) {
    return config(servingLease).servingLeaseNanos();
  }

  @Test
  void adoptsAsManyASecond_asWithoutALease() {
    long without = adoptAll(false);
    begun.clear();
    adopted.clear();

    long with = adoptAll(true);

    assertThat(with).as("all have waited").isGreaterThan(waitsOf(true));
    assertThat(with - waitsOf(true))
        .as("besides the first wait, in ns; without a lease: %,d ns", without)
        .isLessThan(without * 3 / 2);
  }

  @Test
  void hasNoMoreUnderWay_thanComeToTheirTurnInOneLease() {
    adoptAll(true);
    long room = REPAIRS_PER_TICK * (1 + waitsOf(true) / ReplicaConfig.TICK_NANOS);
    assertThat((long) mostAtOnce).isGreaterThan(room / 2).isLessThanOrEqualTo(room);
  }

  @Test
  void hasNoMoreUnderWay_thanItMayBeginInATick_withoutALease() {
    adoptAll(false);
    assertThat(mostAtOnce).isLessThanOrEqualTo(REPAIRS_PER_TICK);
  }
}
