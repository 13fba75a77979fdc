// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/**
 * The conclusions that one of two members may draw from being alone: of two, each is all but k, and
 * so proves by itself that nothing is missing.
 */
class HangTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final long HANG = ReplicaConfig.LONG_PAUSE_NANOS + millis(100);

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final List<Acquired> acquired = new ArrayList<>();

  HangTest() {
    here.join(List.of(SELF, OTHER));
  }

  private void acquire() {
    acquired.clear();
    here.replica.acquire(KEY, null, here.now(), acquired::add);
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() + millis(100));
  }

  private void beAlone(long number) {
    here.replica.onView(View.of(number, "test", List.of(SELF)), here.now());
  }

  @Test
  void knowsThatThereIsNoSession_whenTheOtherIsGone() {
    beAlone(2);

    acquire();

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void knowsNothing_whenItIsAloneSinceItHung() {
    here.skip(HANG);
    beAlone(2);

    acquire();

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
    assertThat(here.replica.mayBeLeftBehind()).isTrue();
  }

  @Test
  void knowsNothing_whenItLearnsOfTheOthersSilenceOnlyLater() {
    here.skip(HANG);
    here.tick();
    here.view(2, List.of(SELF, OTHER));
    assertThat(here.replica.mayBeLeftBehind()).isFalse();
    beAlone(3);

    acquire();

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void knowsNothing_whenWhatItHeardMayHaveBeenSaidBeforeItHung() {
    here.skip(HANG);
    here.tick();
    here.view(2, List.of(SELF, OTHER));
    assertThat(here.replica.mayBeLeftBehind()).isFalse();
    here.replica.onPeerDown(OTHER);

    acquire();

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void refusesASessionThatItHasACopyOf_whenItsPrimaryEndsSoonAfterTheHang_andServesItLater() {
    Label copy = new Label(Epoch.mint(1, OTHER), 1);
    here.receive(OTHER, new Message.Full(KEY, Label.NONE, copy, -1, SimulatedClient.image(1)));
    here.skip(HANG);
    here.tick();
    here.view(2, List.of(SELF, OTHER));
    here.pass(millis(3_000));
    here.replica.onPeerDown(OTHER);
    beAlone(3);

    acquire();
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);

    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos());
    acquire();
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Owned.class);
  }

  @Test
  void believesThatTheOtherIsGone_whenThatComesLongAfterTheHang() {
    here.skip(HANG);
    here.tick();
    here.view(2, List.of(SELF, OTHER));
    here.pass(millis(6_100));
    here.replica.onPeerDown(OTHER);
    beAlone(3);

    acquire();

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void takesTheOtherForDead_whenItHasHeardNothingForLong() {
    here.skip(HANG);
    beAlone(2);
    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos() + millis(100));

    acquire();

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
    assertThat(here.replica.mayBeLeftBehind()).isFalse();
  }

  @Test
  void isInNoDoubt_onceAllOthersHaveSaidInWhichViewTheyAre() {
    here.skip(HANG);
    here.tick();
    assertThat(here.replica.mayBeLeftBehind()).isTrue();

    here.view(2, List.of(SELF, OTHER));

    assertThat(here.replica.mayBeLeftBehind()).isFalse();
  }

  @Test
  void asksAgain_whenWhatTheOthersSaidIsLost() {
    here.skip(HANG);
    here.tick();
    here.sent.clear();

    here.pass(ReplicaConfig.STATUS_NANOS + millis(10));

    assertThat(here.take(Message.ViewStatus.class)).isNotEmpty();
  }

  @Test
  void knowsThatThereIsNoSession_whenItHungButTheOtherAnswers() {
    here.skip(HANG);
    here.tick();
    here.sent.clear();
    here.replica.acquire(KEY, null, here.now(), acquired::add);
    Epoch epoch = here.take(Message.Ask.class).get(0).epoch();

    here.receive(OTHER, new Message.Hint(KEY, epoch, Epoch.NONE, 1));

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
    assertThat(here.replica.mayBeLeftBehind()).isTrue();
  }

  @Test
  void isInNoDoubt_whenItWasAloneAllTheTime() {
    beAlone(2);
    here.skip(HANG);
    here.tick();

    assertThat(here.replica.mayBeLeftBehind()).isFalse();
    acquire();
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  /**
   * Tombstones last shorter here than the doubt, so the copy looks old before it can be adopted.
   */
  @Test
  void keepsTheOnlyCopy_untilItCanBeAdopted_whateverItsAge() {
    RecordingReplica survivor =
        new RecordingReplica(SELF, SimulatedCluster.config(1, millis(16_000)), 1);
    survivor.join(List.of(SELF, OTHER));
    Label copy = new Label(Epoch.mint(1, OTHER), 1);
    survivor.receive(
        OTHER, new Message.Full(KEY, Label.NONE, copy, millis(3000), SimulatedClient.image(1)));
    survivor.skip(HANG);
    survivor.tick();
    survivor.view(2, List.of(SELF, OTHER));
    survivor.replica.onPeerDown(OTHER);
    survivor.replica.onView(View.of(3, "test", List.of(SELF)), survivor.now());

    survivor.pass(millis(25_000));
    assertThat(survivor.replica.mayBeLeftBehind()).isTrue();
    assertThat(survivor.held(KEY)).isEqualTo(copy);

    survivor.pass(millis(15_000));
    assertThat(survivor.replica.mayBeLeftBehind()).isFalse();
    assertThat(survivor.replica.snapshot(KEY).primary())
        .as("adopted, so that its application can end it")
        .isTrue();
    assertThat(survivor.replica.unused().expired(survivor.now())).isNotEmpty();
  }

  /**
   * Whether the session is still its own, it can ask nobody: so its application cannot end it yet.
   */
  @Test
  void keepsASession_untilItsApplicationMayEndIt_whateverItsAge() {
    RecordingReplica survivor =
        new RecordingReplica(SELF, SimulatedCluster.config(1, millis(16_000)), 1);
    survivor.join(List.of(SELF, OTHER));
    Epoch epoch =
        survivor.replica.create(KEY, SimulatedClient.image(1), millis(3000), survivor.now());
    survivor.replica.end(KEY, epoch, survivor.now());
    survivor.skip(HANG);
    survivor.tick();
    survivor.view(2, List.of(SELF, OTHER));
    survivor.replica.onPeerDown(OTHER);
    survivor.replica.onView(View.of(3, "test", List.of(SELF)), survivor.now());

    survivor.pass(millis(35_000));

    assertThat(survivor.replica.mayBeLeftBehind()).isFalse();
    assertThat(survivor.replica.unused().expired(survivor.now())).containsExactly(KEY);
    assertThat(survivor.replica.serves(KEY, epoch)).isTrue();
    survivor.pass(millis(20_000));
    assertThat(survivor.replica.hasEnded(KEY, epoch)).as("no application asked for it").isTrue();
  }
}
