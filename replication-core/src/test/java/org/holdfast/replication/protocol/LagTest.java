// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far a primary is ahead of its secondaries, and what becomes of that when it is overtaken. */
class LagTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);

  private final RecordingReplica here = new RecordingReplica(SELF);
  private Epoch epoch = Epoch.NONE;

  @BeforeEach
  void serve() {
    here.join(List.of(SELF, OTHER));
    epoch = here.create(KEY, 1);
  }

  private void ack(long version) {
    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, version)));
  }

  private long lagMillis() {
    return here.replica.lagNanos(KEY, epoch, here.now()) / 1_000_000;
  }

  @Test
  void lagsByTheAgeOfWhatIsUnprotected() {
    here.pass(millis(100));
    assertThat(lagMillis()).isEqualTo(100);
    assertThat(here.replica.longestLagNanos(here.now())).isEqualTo(millis(100));

    ack(1);
    assertThat(lagMillis()).isZero();
    assertThat(here.replica.longestLagNanos(here.now())).isZero();
  }

  /** By this an asynchronous read learns that it has to wait. */
  @Test
  void tellsHowLongAgoAHolderConfirmedTheSession() {
    ack(1);
    assertThat(here.replica.confirmedAgoNanos(KEY, epoch, here.now())).isZero();

    here.pass(millis(400));
    assertThat(here.replica.confirmedAgoNanos(KEY, epoch, here.now())).isEqualTo(millis(400));

    long version = here.write(KEY, epoch, 2);
    here.pass(millis(20));
    ack(version);
    assertThat(here.replica.confirmedAgoNanos(KEY, epoch, here.now())).isEqualTo(millis(20));
  }

  @Test
  void lagsOn_whenOlderUpdatesAreAcknowledgedWhileNewerOnesCome() {
    ack(1);
    here.write(KEY, epoch, 2);
    here.pass(millis(100));
    here.write(KEY, epoch, 3);
    here.pass(millis(100));
    assertThat(lagMillis()).isEqualTo(200);

    ack(2);
    here.pass(millis(50));
    assertThat(lagMillis()).as("since it is known that something newer is open").isEqualTo(50);
  }

  @Test
  void lagsNotAtAll_inAnEpochThatIsOver() {
    here.pass(millis(100));
    assertThat(here.replica.lagNanos(KEY, Epoch.mint(9, SELF), here.now())).isZero();
  }

  @Test
  void tellsHowManyUpdatesWereLost_whenANewerEpochDoesNotDescendFromThem() {
    ack(1);
    here.write(KEY, epoch, 2);
    here.write(KEY, epoch, 3);
    Label taken = new Label(epoch, 1);

    here.receive(
        OTHER,
        new Message.Full(
            KEY, taken, new Label(Epoch.mint(2, OTHER), 1), -1, SimulatedClient.image(1)));

    assertThat(here.discarded).isEqualTo(2);
    assertThat(here.metrics.value(Counter.DISCARDED_VERSIONS)).isEqualTo(2);
    assertThat(here.released).containsExactly(KEY);
  }

  @Test
  void tellsHowManyUpdatesWereLost_whenItIsReleasedByAnEpochThatDoesNotDescendFromThem() {
    ack(1);
    here.write(KEY, epoch, 2);
    here.write(KEY, epoch, 3);

    here.receive(
        OTHER, new Message.Release(KEY, new Label(epoch, 1), new Label(Epoch.mint(2, OTHER), 4)));

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    assertThat(here.discarded).isEqualTo(2);
    assertThat(here.metrics.value(Counter.DISCARDED_VERSIONS)).isEqualTo(2);
  }

  @Test
  void tellsOfNothingLost_whenItIsReleasedByAnEpochThatDescendsFromEverything() {
    here.receive(
        OTHER, new Message.Release(KEY, new Label(epoch, 1), new Label(Epoch.mint(2, OTHER), 2)));

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    assertThat(here.discarded).isZero();
    assertThat(here.metrics.value(Counter.DISCARDED_VERSIONS)).isZero();
  }

  @Test
  void tellsOfNothingLost_whenTheNewerEpochDescendsFromEverything() {
    Label newest = new Label(epoch, 1);

    here.receive(
        OTHER,
        new Message.Full(
            KEY, newest, new Label(Epoch.mint(2, OTHER), 1), -1, SimulatedClient.image(1)));

    assertThat(here.discarded).isZero();
  }
}
