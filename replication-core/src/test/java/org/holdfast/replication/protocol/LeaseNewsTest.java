// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/** How secondaries learn that a session was used without being changed. */
class LeaseNewsTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final long LEASE = millis(1_800_000);
  private static final Epoch FIRST = Epoch.mint(1, OTHER);

  private final RecordingReplica here = new RecordingReplica(SELF);

  private Epoch serving() {
    here.join(List.of(SELF, OTHER));
    Epoch epoch = here.replica.create(KEY, SimulatedClient.image(1), LEASE, here.now());
    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, 1)));
    here.pass(millis(1100));
    here.sent.clear();
    return epoch;
  }

  private void holding() {
    here.join(List.of(SELF, OTHER));
    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(FIRST, 1), LEASE, SimulatedClient.image(1)));
  }

  private long remaining() {
    here.receive(OTHER, new Message.Claim(KEY, Epoch.mint(9, OTHER)));
    return here.take(Message.Promise.class).get(0).held().orElseThrow().leaseNanos();
  }

  @Test
  void bringsTheNewLeaseWithTheQuestion_beforeAReadIsAnswered() {
    Epoch epoch = serving();

    here.replica.renewLease(KEY, epoch, LEASE, here.now());
    here.replica.await(KEY, epoch, 1, here.now(), outcome -> {});

    Message.Validate question = here.take(Message.Validate.class).get(0);
    assertThat(question.leaseNanos()).isEqualTo(LEASE);
    assertThat(question.leaseSequence()).isPositive();
  }

  @Test
  void takesTheLeaseOfAQuestion_unlessANewerOneHasCome() {
    holding();
    here.pass(millis(10_000));
    here.receive(OTHER, new Message.Validate(KEY, new Label(FIRST, 1), 1, 5, LEASE));
    here.receive(OTHER, new Message.Validate(KEY, new Label(FIRST, 1), 1, 4, 1));

    assertThat(remaining()).isEqualTo(LEASE);
  }

  @Test
  void isNotLeftToExpire_ifARequestCameSinceItWasListed() {
    Epoch epoch = serving();
    here.replica.end(KEY, epoch, here.now());
    here.pass(LEASE + millis(2000));
    assertThat(here.replica.unused().expired(here.now())).containsExactly(KEY);
    assertThat(here.replica.begin(KEY, epoch)).as("who is to end it").isTrue();
    assertThat(isLeftToExpire(epoch)).isTrue();

    assertThat(here.replica.begin(KEY, epoch)).as("a request").isTrue();
    assertThat(isLeftToExpire(epoch)).as("while the request uses it").isFalse();
    here.replica.renewLease(KEY, epoch, LEASE, here.now());
    here.replica.end(KEY, epoch, here.now());
    assertThat(isLeftToExpire(epoch)).as("since the request has used it").isFalse();
  }

  private boolean isLeftToExpire(Epoch epoch) {
    return here.replica.unused().isLeftToExpire(KEY, epoch, here.now());
  }

  @Test
  void tellsAgain_whatTheQueueDidNotTake() {
    Epoch epoch = serving();
    here.replica.renewLease(KEY, epoch, LEASE, here.now());
    here.queueFull(true);
    here.pass(millis(1100));
    here.queueFull(false);
    here.pass(millis(1100));

    assertThat(here.take(Message.Touch.class)).hasSize(1);
    here.pass(millis(1100));
    assertThat(here.take(Message.Touch.class)).isEmpty();
  }
}
