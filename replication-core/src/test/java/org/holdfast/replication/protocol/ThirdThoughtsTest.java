// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** Cases that another review of the rules found: who goes on, who waits, and for how long. */
class ThirdThoughtsTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final Member GONE = RecordingReplica.member(9);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);

  private static Message.Held held(Label label, boolean tombstone) {
    return new Message.Held(
        label,
        label,
        tombstone,
        -1,
        tombstone ? SessionImage.EMPTY : SimulatedClient.image(label.version()));
  }

  @Test
  void claimsNothing_onTheWrongSideOfAPartition() {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(1, millis(60_000), 3, false), 1);
    here.join(ALL);
    Epoch first = Epoch.mint(1, OTHER);
    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(first, 1), -1, SimulatedClient.image(1)));
    Epoch promised = Epoch.mint(2, THIRD);
    here.receive(THIRD, new Message.Claim(KEY, promised));
    here.replica.onView(View.of(2, "test", List.of(SELF)), here.now());

    here.pass(millis(30_000));

    assertThat(here.replica.snapshot(KEY).promised())
        .as("a higher one would fence the majority's primary when the sides meet")
        .isEqualTo(promised);
  }

  @Test
  void isNotDrained_whileItsOnlySuccessorDoesNotAnswerForAMoment() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);
    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, 1)));
    here.replica.end(KEY, epoch, here.now());
    here.replica.onPeerDown(OTHER);

    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    here.pass(millis(100));

    assertThat(here.replica.drainState().isOver()).isFalse();
  }

  @Test
  void asksEverybody_whenItsHoldersAreSilent() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.sent.get(0).to();
    Member bystander = holder.equals(OTHER) ? THIRD : OTHER;
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, 1)));
    here.pass(millis(1000));
    here.receive(bystander, new Message.ViewStatus(1, "test", true, false, false, false));
    here.sent.clear();
    List<Outcome> outcomes = new ArrayList<>();
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);

    here.pass(millis(150));
    assertThat(here.sent)
        .anyMatch(
            each -> each.to().equals(bystander) && each.message() instanceof Message.Validate);
    here.receive(bystander, new Message.NackEpoch(KEY, epoch, Epoch.mint(5, holder)));

    assertThat(outcomes).containsExactly(Outcome.FENCED);
    assertThat(here.replica.serves(KEY, epoch)).isFalse();
  }

  @Test
  void takesNoAnswerToAnOldQuestion_fromAMemberThatBecameAHolderAgain() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);
    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, 1)));
    here.pass(millis(1000));
    here.sent.clear();
    here.replica.await(KEY, epoch, 1, here.now(), outcome -> {});
    long old = here.take(Message.Validate.class).get(0).question();
    here.replica.onPeerDown(OTHER);
    here.pass(millis(20));
    here.replica.onPeerUp(OTHER);
    here.pass(millis(20));
    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, 1)));
    here.pass(millis(1000));
    here.sent.clear();
    List<Outcome> outcomes = new ArrayList<>();
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);
    assertThat(here.take(Message.Validate.class)).isNotEmpty();

    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, 1), old));
    here.pass(millis(10));

    assertThat(outcomes).isEmpty();
  }

  @Test
  void tellsTheEndThatItFinds_onceThatIsKnownElsewhereInItsOwnEpoch() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(ALL);
    List<Acquired> found = new ArrayList<>();
    here.replica.acquire(KEY, null, here.now(), found::add);
    Epoch ask = here.take(Message.Ask.class).get(0).epoch();
    Epoch ended = Epoch.mint(1, GONE);
    here.receive(OTHER, new Message.Hint(KEY, ask, ended, 1));
    Epoch again = here.take(Message.Ask.class).get(0).epoch();
    here.receive(OTHER, new Message.Hint(KEY, again, ended, 1));
    here.receive(THIRD, new Message.Hint(KEY, again, Epoch.NONE, 1));
    Epoch epoch = here.take(Message.Claim.class).get(0).epoch();
    here.receive(
        OTHER,
        new Message.Promise(
            KEY, epoch, false, ended, 1, Optional.of(held(new Label(ended, 4), true))));
    here.receive(THIRD, new Message.Promise(KEY, epoch, false, Epoch.NONE, 1, Optional.empty()));

    assertThat(found).as("a crash could undo it yet").isEmpty();
    Member holder =
        here.sent.stream()
            .filter(each -> each.message() instanceof Message.Remove)
            .findFirst()
            .orElseThrow()
            .to();
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, 4)));

    assertThat(found).singleElement().isInstanceOf(Acquired.Unknown.class);
  }

  /** Returns what was found after that time, with the former primary among the promises or not. */
  private static List<Acquired> takeOver(long nanos, Member formerPrimary) {
    ReplicaConfig config = SimulatedCluster.config(1, millis(60_000), 3, true);
    RecordingReplica here = new RecordingReplica(SELF, config, 1);
    here.join(ALL);
    Epoch epoch = Epoch.mint(1, formerPrimary);
    here.receive(
        formerPrimary,
        new Message.Full(KEY, Label.NONE, new Label(epoch, 1), -1, SimulatedClient.image(1)));
    List<Acquired> found = new ArrayList<>();
    here.replica.acquire(KEY, null, here.now(), found::add);
    here.pass(millis(310));
    here.receive(THIRD, new Message.ViewStatus(1, "test", true, false, false, false));
    Epoch claimedEpoch = here.take(Message.Claim.class).get(0).epoch();
    here.receive(
        THIRD, new Message.Promise(KEY, claimedEpoch, false, Epoch.NONE, 1, Optional.empty()));
    here.pass(nanos);
    return found;
  }

  @Test
  void waitsUntilTheFormerPrimaryCanAnswerNoRead_withAServingLease() {
    assertThat(takeOver(millis(250), OTHER)).isEmpty();
    assertThat(takeOver(millis(290), OTHER)).singleElement().isInstanceOf(Acquired.Owned.class);
  }

  @Test
  void waitsForNoServingLease_whenTheFormerPrimaryHasPromised() {
    assertThat(takeOver(millis(20), THIRD)).singleElement().isInstanceOf(Acquired.Owned.class);
  }

  @Test
  void letsNobodyStartItsWaitAnew_whileItWaitsForTheLease() {
    ReplicaConfig config = SimulatedCluster.config(1, millis(60_000), 3, true);
    RecordingReplica here = new RecordingReplica(SELF, config, 1);
    here.join(ALL);
    Epoch epoch = Epoch.mint(1, OTHER);
    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(epoch, 1), -1, SimulatedClient.image(1)));
    List<Acquired> found = new ArrayList<>();
    here.replica.acquire(KEY, null, here.now(), found::add);
    here.pass(millis(310));
    here.take(Message.Claim.class);
    // The first claim fails; that one would go first with or without a lease.
    here.pass(millis(310));
    List<Message.Claim> claims = here.take(Message.Claim.class);
    Epoch claimedEpoch = claims.get(claims.size() - 1).epoch();
    here.receive(
        THIRD, new Message.Promise(KEY, claimedEpoch, false, Epoch.NONE, 1, Optional.empty()));
    here.pass(millis(20));
    here.sent.clear();

    here.receive(THIRD, new Message.Ask(KEY, Epoch.mint(99, THIRD)));
    assertThat(here.take(Message.Hint.class)).as("which would have it claim").isEmpty();
    here.pass(millis(290));

    assertThat(found).singleElement().isInstanceOf(Acquired.Owned.class);
  }
}
