// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** When a replica asks for its next tick, and which events make one due earlier. */
class NextTickTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);

  /** More than one tick sweeps. */
  private static final int MANY = 1_500;

  private final RecordingReplica here = new RecordingReplica(SELF);
  private int wanted;

  private void join(Member... members) {
    here.join(List.of(members));
    here.pass(millis(50));
    here.replica.whenTickIsWanted(() -> wanted++);
  }

  /** The time until the next tick after one that runs now. */
  private long pause() {
    return here.tick() - here.now();
  }

  @Test
  void sleepsForHalfASecond_whenNothingIsOpen() {
    join(SELF, OTHER);

    assertThat(pause()).isEqualTo(ReplicaConfig.LONGEST_SLEEP_NANOS);
    assertThat(wanted).isZero();
  }

  @Test
  void sleepsUntilTheNextSweep_whenThatComesEarlier() {
    join(SELF, OTHER);
    here.pass(millis(700));

    assertThat(pause()).isBetween(millis(200), millis(300));
  }

  @Test
  void wantsATick_whenAnUpdateLeaves_andTicksSoonUntilItIsAcknowledged() {
    join(SELF, OTHER);

    Epoch epoch = here.create(KEY, 1);
    assertThat(wanted).isEqualTo(1);
    assertThat(pause()).isEqualTo(ReplicaConfig.TICK_NANOS);

    long version = here.sentTo(OTHER, Message.Full.class).get(0).label().version();
    here.ack(OTHER, KEY, epoch, version);
    here.pass(millis(50));
    assertThat(pause()).isGreaterThan(ReplicaConfig.TICK_NANOS);
  }

  @Test
  void wantsOneTick_howeverManyEventsCome() {
    join(SELF, OTHER);

    here.create(KEY, 1);
    here.create(KEY + "2", 1);

    assertThat(wanted).isEqualTo(1);
  }

  @Test
  void wantsATick_whenAMessageConcernsNoSession() {
    join(SELF, OTHER);

    here.receive(OTHER, new Message.NotInView(0));

    assertThat(wanted).isEqualTo(1);
  }

  @Test
  void ticksSoon_whileTheOthersHaveNotReportedOnTheView() {
    join(SELF, OTHER);

    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.pass(millis(50));

    assertThat(wanted).isPositive();
    assertThat(pause()).isEqualTo(ReplicaConfig.TICK_NANOS);
  }

  @Test
  void ticksSoon_whileItSweeps() {
    join(SELF);
    for (int i = 0; i < MANY; i++) {
      here.create(KEY + i, 1);
    }
    here.pass(millis(940)); // 50 ms have passed before
    assertThat(pause()).as("before").isEqualTo(ReplicaConfig.TICK_NANOS);

    here.skip(ReplicaConfig.TICK_NANOS);
    assertThat(pause()).as("in the middle of it").isEqualTo(ReplicaConfig.TICK_NANOS);
    here.skip(ReplicaConfig.TICK_NANOS);
    assertThat(pause()).as("at its end").isGreaterThan(ReplicaConfig.TICK_NANOS);
  }

  @Test
  void countsAPause_fromWhenTheTickWasDue() {
    join(SELF, OTHER);
    here.sent.clear();

    here.skip(ReplicaConfig.LONGEST_SLEEP_NANOS);
    here.replica.tick(here.now(), here.now());
    assertThat(here.sent).as("a tick in time").isEmpty();

    here.skip(ReplicaConfig.LONGEST_SLEEP_NANOS);
    here.replica.tick(here.now() - ReplicaConfig.PAUSE_NANOS - 1, here.now());
    assertThat(here.take(Message.ViewStatus.class)).as("a late one").isNotEmpty();
  }
}
