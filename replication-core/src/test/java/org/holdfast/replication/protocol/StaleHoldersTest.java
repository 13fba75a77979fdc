// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/** How long a primary sees to it that a member without a right to a copy has none. */
class StaleHoldersTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final long ACK_TIMEOUT = SimulatedCluster.CONFIG.ackTimeoutNanos();

  private final RecordingReplica here = new RecordingReplica(SELF);

  private void ackAll() {
    for (RecordingReplica.Sent each : List.copyOf(here.sent)) {
      Label label =
          each.message() instanceof Message.Full full
              ? full.label()
              : each.message() instanceof Message.Delta delta ? delta.label() : null;
      if (label != null) {
        here.sent.remove(each);
        here.receive(each.to(), new Message.Ack(KEY, label));
      }
    }
  }

  private Label releaseTo(Member member) {
    return here.sent.stream()
        .filter(each -> each.to().equals(member))
        .map(RecordingReplica.Sent::message)
        .filter(Message.Release.class::isInstance)
        .map(release -> ((Message.Release) release).label())
        .findFirst()
        .orElse(null);
  }

  /** The answer is to a release from before the member was a holder for a moment. */
  @Test
  void goesOnToAsk_whenALateAnswerSaysNothingOfTheNewestCopy() {
    here.join(List.of(SELF, OTHER, THIRD));
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.sent.get(0).to();
    Member standIn = holder.equals(OTHER) ? THIRD : OTHER;
    ackAll();
    here.replica.onPeerDown(holder);
    here.pass(ACK_TIMEOUT / 2);
    ackAll();
    here.replica.onPeerUp(holder);
    for (int step = 0; step < 10 && releaseTo(standIn) == null; step++) {
      here.pass(2 * ReplicaConfig.TICK_NANOS);
      ackAll();
    }
    Label release = releaseTo(standIn);
    assertThat(release).as("above what it has").isGreaterThan(new Label(epoch, 1));

    here.receive(standIn, new Message.Released(KEY, new Label(epoch, 1)));
    here.sent.clear();
    here.pass(2 * ACK_TIMEOUT);
    assertThat(releaseTo(standIn)).isEqualTo(release);

    here.receive(standIn, new Message.Released(KEY, release));
    here.sent.clear();
    here.pass(2 * ACK_TIMEOUT);
    assertThat(releaseTo(standIn)).isNull();
  }

  /** A late release must not make it forget that it has let go of more. */
  @Test
  void takesNothingBelowTheHighestReleaseItHeard() {
    here.join(List.of(SELF, OTHER, THIRD));
    Epoch epoch = Epoch.mint(1, OTHER);
    here.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(epoch, 9)));
    here.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(epoch, 5)));
    here.sent.clear();

    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(epoch, 7), -1, SimulatedClient.image(7)));

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    assertThat(here.take(Message.Released.class))
        .containsExactly(new Message.Released(KEY, new Label(epoch, 9)));
  }

  /** Another member claimed the end and never took it: a copy that was left would come back. */
  @Test
  void hasAnotherTakeAnEnd_whoseCopiesAreNotAllReleased_whenItsEpochWasClaimed() {
    here.join(List.of(SELF, OTHER, THIRD));
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    ackAll();
    Member stray = holder.equals(OTHER) ? THIRD : OTHER;
    here.ack(stray, KEY, epoch, 1);
    here.replica.remove(KEY, epoch, here.now());
    here.replica.end(KEY, epoch, here.now());
    here.ack(holder, KEY, epoch, 2);
    here.receive(holder, new Message.Claim(KEY, Epoch.mint(9, holder)));
    here.sent.clear();

    here.pass(3 * SimulatedCluster.CONFIG.acquireTimeoutNanos());

    assertThat(here.sentTo(holder, Message.Offer.class)).contains(new Message.Offer(KEY));
  }
}
