// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.repair.DrainLook;
import org.junit.jupiter.api.Test;

/** When a member that leaves may conclude that it is done, while the members change. */
class DrainLookTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member PRIMARY = RecordingReplica.member(1);
  private static final Member STAYS = RecordingReplica.member(2);

  private final RecordingReplica here = new RecordingReplica(SELF);

  /** Leaves with a copy of a session that another member serves. */
  private void leaveWithACopy() {
    here.join(List.of(SELF, PRIMARY, STAYS));
    Label label = new Label(Epoch.mint(1, PRIMARY), 1);
    here.receive(PRIMARY, new Message.Full(KEY, Label.NONE, label, -1, SimulatedClient.image(1)));
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    here.tick();
  }

  private DrainLook lookedAtAll() {
    DrainLook look = here.replica.drainLook();
    while (look.step()) {
      // The next.
    }
    return look;
  }

  private void primaryVanishes() {
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS)), here.now());
  }

  /** Counted as one of the primary's, it is the last copy by now. */
  @Test
  void isNotOver_whenThePrimaryOfACopyVanishesAfterThatWasCounted() {
    leaveWithACopy();
    DrainLook look = lookedAtAll();

    primaryVanishes();

    DrainState state = here.replica.conclude(look);
    assertThat(state.isOver()).as("%s", state).isFalse();
    assertThat(here.take(Message.ViewStatus.class)).noneMatch(Message.ViewStatus::drained);
  }

  @Test
  void isNotOver_whenThePrimaryOfACopyVanishesBeforeThatIsCounted() {
    leaveWithACopy();
    DrainLook look = here.replica.drainLook();

    primaryVanishes();
    assertThat(look.step()).isTrue();

    assertThat(here.replica.conclude(look).isOver()).isFalse();
    DrainState next = here.replica.drainState();
    assertThat(next.inDoubt()).as("%s", next).isEqualTo(1);
    assertThat(next.isOver()).as("%s", next).isFalse();
  }

  /** With one successor the copy might stay behind; there are two by now, and one can have it. */
  @Test
  void isNotOver_whenAMemberComesWhileTheSessionsAreCounted() {
    here.join(List.of(SELF, PRIMARY));
    here.receive(
        PRIMARY,
        new Message.Full(
            KEY, Label.NONE, new Label(Epoch.mint(1, PRIMARY), 1), -1, SimulatedClient.image(1)));
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    assertThat(here.replica.drainState().isOver()).isTrue();
    DrainLook look = lookedAtAll();

    here.replica.onView(View.of(2, "test", List.of(SELF, PRIMARY, STAYS)), here.now());

    assertThat(here.replica.conclude(look).isOver()).isFalse();
  }

  /** The protocol thread may be late: what comes until then is served here. */
  @Test
  void isNotOver_beforeItHasBegunToLeave() {
    here.join(List.of(SELF, PRIMARY, STAYS));

    assertThat(here.replica.drainState().isOver()).isFalse();
  }

  /** Begun by a request, or sent by a primary, behind the place that the look had come to. */
  @Test
  void isNotOver_whenASessionArrivesAfterItsPlaceWasPassed() {
    here.join(List.of(SELF, PRIMARY, STAYS));
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    here.tick();
    DrainLook look = lookedAtAll();
    here.create(KEY, 1);
    assertThat(here.replica.conclude(look).isOver()).isFalse();

    look = lookedAtAll();
    Label label = new Label(Epoch.mint(1, PRIMARY), 1);
    here.receive(
        PRIMARY,
        new Message.Full("another012345678", Label.NONE, label, -1, SimulatedClient.image(1)));
    assertThat(here.replica.conclude(look).steady()).isFalse();
  }
}
