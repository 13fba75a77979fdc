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

/**
 * Keys that callers choose, message by message: what begins under one, and what must not. {@link
 * ChosenKeysTest} has several members do so at once.
 */
class ChosenRulesTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final Epoch FORMER = Epoch.mint(7, THIRD);
  private static final Label FORMER_END = new Label(FORMER, 4);
  private static final long TOMBSTONE_NANOS = millis(16_000);

  private final RecordingReplica here =
      new RecordingReplica(SELF, SimulatedCluster.config(1, TOMBSTONE_NANOS), 1);
  private final List<Acquired> acquired = new ArrayList<>();

  @BeforeEach
  void join() {
    here.join(List.of(SELF, OTHER, THIRD));
  }

  private void begin() {
    here.replica
        .chosenKeys()
        .acquireOrBegin(KEY, SimulatedClient.image(0), -1, here.now(), acquired::add);
  }

  /** Both others report that they know {@code highest} at most; returns what is claimed. */
  private Epoch claimedAfterHints(Epoch highest) {
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();
    if (highest.compareTo(asked) > 0) {
      here.receive(OTHER, new Message.Hint(KEY, asked, highest, 1));
      asked = here.take(Message.Ask.class).get(0).epoch();
    }
    here.receive(OTHER, new Message.Hint(KEY, asked, highest, 1));
    here.receive(THIRD, new Message.Hint(KEY, asked, highest, 1));
    return claimed();
  }

  private Epoch claimed() {
    List<Message.Claim> claims = here.take(Message.Claim.class);
    assertThat(claims).hasSize(2);
    return claims.get(0).epoch();
  }

  private void promise(Member from, Epoch epoch, Epoch before, Message.Held held) {
    here.receive(
        from, new Message.Promise(KEY, epoch, false, before, 1, Optional.ofNullable(held)));
  }

  private Epoch epoch() {
    assertThat(acquired).singleElement().isInstanceOf(Acquired.Owned.class);
    return ((Acquired.Owned) acquired.get(0)).epoch();
  }

  @Test
  void areClaimed_notOnlyAskedFor_whenTheyAreToBegin() {
    begin();

    Epoch epoch = claimedAfterHints(Epoch.NONE);

    assertThat(acquired).isEmpty();
    promise(OTHER, epoch, Epoch.NONE, null);
    promise(THIRD, epoch, Epoch.NONE, null);
    assertThat(epoch()).isEqualTo(epoch);
  }

  @Test
  void areLookedForElsewhere_thoughATombstoneIsHere() {
    here.receive(THIRD, new Message.Remove(KEY, Label.NONE, FORMER_END));
    here.sent.clear();

    here.replica.chosenKeys().acquire(KEY, here.now(), acquired::add);

    assertThat(acquired).as("another member may have begun it again").isEmpty();
    assertThat(here.take(Message.Ask.class)).hasSize(2);
  }

  @Test
  void goOnFromTheEndOfTheFormer_inItsLabels() {
    begin();
    Epoch epoch = claimedAfterHints(FORMER);
    Message.Held end = new Message.Held(FORMER_END, FORMER_END, true, -1, SessionImage.EMPTY);

    promise(THIRD, epoch, FORMER, end);
    promise(OTHER, epoch, FORMER, null);

    assertThat(epoch()).isGreaterThan(FORMER);
    Message.Full first = here.take(Message.Full.class).get(0);
    assertThat(first.from()).as("or who knows of the end refuses it").isEqualTo(FORMER_END);
    assertThat(first.label()).isEqualTo(new Label(epoch, FORMER_END.version()));
    assertThat(here.counter(KEY)).isZero();
  }

  @Test
  void waitForTheEndOfTheFormer_untilItIsKnownElsewhere() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    long end = here.replica.remove(KEY, epoch, here.now());
    here.replica.end(KEY, epoch, here.now());
    here.sent.clear();

    begin();
    assertThat(here.take(Message.Ask.class)).as("a crash could undo the end").isEmpty();
    assertThat(acquired).isEmpty();

    here.ack(holder, KEY, epoch, end);
    assertThat(acquired).singleElement().isInstanceOf(Acquired.Unknown.class);
    begin();
    assertThat(here.take(Message.Ask.class)).hasSize(2);
  }

  // epochs that were forgotten

  private void forgetAnEpoch() {
    here.receive(THIRD, new Message.Claim(KEY, FORMER));
    assertThat(here.replica.knownSessions()).isOne();
    here.pass(TOMBSTONE_NANOS + 3 * ReplicaConfig.SWEEP_NANOS);
    assertThat(here.replica.knownSessions()).isZero();
    here.sent.clear();
  }

  @Test
  void beginAboveTheEpochsThatWereForgottenHere() {
    forgetAnEpoch();

    begin();

    assertThat(claimedAfterHints(Epoch.NONE).counter()).isGreaterThan(FORMER.counter());
  }

  @Test
  void beginAboveTheEpochsThatOthersHaveForgotten() {
    begin();
    Epoch epoch = claimedAfterHints(Epoch.NONE);

    promise(OTHER, epoch, new Epoch(FORMER.counter(), "n1", 0), null);
    promise(THIRD, epoch, Epoch.NONE, null);

    assertThat(acquired).as("below what somebody silent may remember").isEmpty();
    Epoch higher = claimed();
    assertThat(higher.counter()).isGreaterThan(FORMER.counter());
    promise(OTHER, higher, new Epoch(FORMER.counter(), "n1", 0), null);
    promise(THIRD, higher, Epoch.NONE, null);
    assertThat(epoch()).isEqualTo(higher);
  }

  @Test
  void areToldWhatWasForgotten_byWhoPromisesWithoutACopy() {
    forgetAnEpoch();

    here.receive(OTHER, new Message.Claim(KEY, Epoch.mint(1, OTHER)));
    Message.Promise first = here.take(Message.Promise.class).get(0);
    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(2, THIRD)));
    Message.Promise second = here.take(Message.Promise.class).get(0);

    assertThat(first.before()).isGreaterThan(FORMER);
    assertThat(second.before()).as("to each").isGreaterThan(FORMER);
    assertThat(first.before().isOwnedBy(SELF)).as("nobody is waited for").isFalse();
  }

  @Test
  void areNotHeldUpByWhatWasForgotten_whereThereIsACopy() {
    forgetAnEpoch();
    Label label = new Label(Epoch.mint(1, OTHER), 1);
    here.receive(OTHER, new Message.Full(KEY, Label.NONE, label, -1, SimulatedClient.image(1)));
    here.sent.clear();

    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(2, THIRD)));

    assertThat(here.take(Message.Promise.class).get(0).before()).isEqualTo(label.epoch());
  }
}
