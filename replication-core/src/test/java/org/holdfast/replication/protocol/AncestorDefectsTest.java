// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The measured defects of GlassFish 3.1's replication (Shoal), each as a test. The fourth of these
 * defects, modulo placement that moves most copies, is in {@code PlacementTest}.
 */
class AncestorDefectsTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member PRIMARY = RecordingReplica.member(0);
  private static final Member SECONDARY = RecordingReplica.member(1);
  private static final Epoch EPOCH = Epoch.mint(1, PRIMARY);

  private final RecordingReplica primary = new RecordingReplica(PRIMARY);
  private final RecordingReplica secondary = new RecordingReplica(SECONDARY);

  @BeforeEach
  void join() {
    primary.join(List.of(PRIMARY, SECONDARY));
    secondary.join(List.of(PRIMARY, SECONDARY));
  }

  private static Message.Full full(long version, long counter) {
    return new Message.Full(
        KEY, Label.NONE, new Label(EPOCH, version), -1, SimulatedClient.image(counter));
  }

  private static Message.Delta delta(long version, long counter) {
    return new Message.Delta(
        KEY, new Label(EPOCH, version), version - 1, -1, RecordingReplica.step(counter));
  }

  @Test
  void staysEnded_whenALateSaveComesAfterTheRemoval() {
    secondary.receive(PRIMARY, full(1, 10));
    secondary.receive(PRIMARY, new Message.Remove(KEY, Label.NONE, new Label(EPOCH, 3)));

    secondary.receive(PRIMARY, delta(2, 11));
    secondary.receive(PRIMARY, full(2, 11));
    secondary.receive(PRIMARY, full(1, 10));

    List<Acquired> outcome = new ArrayList<>();
    secondary.replica.acquire(KEY, null, secondary.now(), outcome::add);
    secondary.replica.onPeerDown(PRIMARY);
    secondary.pass(SimulatedClock.millis(1000));
    assertThat(secondary.replica.snapshot(KEY).copy().tombstone()).isTrue();
    assertThat(outcome).containsExactly(new Acquired.Unknown());
  }

  @Test
  void recovers_whenOneDeltaWasLost() {
    Epoch epoch = primary.create(KEY, 1);
    primary.take(Message.Full.class).forEach(full -> secondary.receive(PRIMARY, full));
    secondary.take(Message.Ack.class).forEach(ack -> primary.receive(SECONDARY, ack));
    primary.write(KEY, epoch, 2);
    primary.take(Message.Delta.class); // lost

    primary.write(KEY, epoch, 3);
    primary.take(Message.Delta.class).forEach(delta -> secondary.receive(PRIMARY, delta));
    List<Message.NackGap> gaps = secondary.take(Message.NackGap.class);
    gaps.forEach(gap -> primary.receive(SECONDARY, gap));
    List<Message.Full> repairs = primary.take(Message.Full.class);
    repairs.forEach(full -> secondary.receive(PRIMARY, full));

    assertThat(gaps).hasSize(1);
    assertThat(repairs).hasSize(1);
    assertThat(secondary.held(KEY)).isEqualTo(new Label(epoch, 3));
    assertThat(secondary.counter(KEY)).isEqualTo(3);
  }

  @Test
  void recovers_whenTheLastDeltaWasLostAndNoOtherFollows() {
    Epoch epoch = primary.create(KEY, 1);
    primary.take(Message.Full.class).forEach(full -> secondary.receive(PRIMARY, full));
    secondary.take(Message.Ack.class).forEach(ack -> primary.receive(SECONDARY, ack));
    primary.write(KEY, epoch, 2);
    primary.take(Message.Delta.class); // lost, and nothing comes after it

    primary.pass(2 * SimulatedCluster.CONFIG.ackTimeoutNanos());
    primary.take(Message.Validate.class).forEach(asked -> secondary.receive(PRIMARY, asked));
    secondary.take(Message.Ack.class).forEach(ack -> primary.receive(SECONDARY, ack));
    primary.take(Message.Full.class).forEach(full -> secondary.receive(PRIMARY, full));

    assertThat(secondary.counter(KEY)).isEqualTo(2);
  }

  @Test
  void asksForTheWhole_whenADeltaReachesAFreshSecondary() {
    secondary.receive(PRIMARY, delta(5, 50));

    assertThat(secondary.take(Message.NackGap.class))
        .containsExactly(new Message.NackGap(KEY, EPOCH, Label.NONE));
    assertThat(secondary.held(KEY)).isEqualTo(Label.NONE);
  }

  @Test
  void sendsTheWhole_whenTheQueueWasFullForADelta() {
    Epoch epoch = primary.create(KEY, 1);
    primary.take(Message.Full.class).forEach(full -> secondary.receive(PRIMARY, full));
    secondary.take(Message.Ack.class).forEach(ack -> primary.receive(SECONDARY, ack));
    primary.queueFull(true);
    primary.write(KEY, epoch, 2);
    primary.queueFull(false);

    primary.write(KEY, epoch, 3);

    List<Message.Full> sent = primary.take(Message.Full.class);
    assertThat(sent).extracting(Message.Full::label).containsExactly(new Label(epoch, 3));
    secondary.receive(PRIMARY, sent.get(0));
    assertThat(secondary.counter(KEY)).isEqualTo(3);
  }
}
