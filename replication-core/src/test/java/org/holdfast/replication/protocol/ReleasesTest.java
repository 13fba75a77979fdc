// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom a primary asks to drop older copies, when, and until when. */
class ReleasesTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final long ACK_TIMEOUT = SimulatedCluster.CONFIG.ackTimeoutNanos();

  /** The clock's origin is arbitrary: it passes from negative to positive in a test. */
  private final RecordingReplica here =
      new RecordingReplica(SELF, SimulatedCluster.CONFIG, -millis(300));

  @BeforeEach
  void join() {
    here.join(ALL);
  }

  private Member bystanderOf(Member holder) {
    return holder.equals(OTHER) ? THIRD : OTHER;
  }

  @Test
  void asksEverybodyElseToDropOlderCopies_untilEachSaysThatItHas() {
    Epoch epoch = here.takeOver(KEY, OTHER);
    Member holder = here.holderOf(KEY);
    Member former = bystanderOf(holder);
    assertThat(here.sentTo(former, Message.Release.class)).as("before it is protected").isEmpty();

    here.ack(holder, KEY, epoch, 3);
    assertThat(here.sentTo(former, Message.Release.class)).hasSize(1);
    here.pass(2 * ACK_TIMEOUT);
    assertThat(here.sentTo(former, Message.Release.class)).as("asked again").hasSizeGreaterThan(1);
    here.receive(former, new Message.Released(KEY, new Label(epoch, 3)));
    here.sent.clear();
    here.pass(4 * ACK_TIMEOUT);

    assertThat(here.sentTo(former, Message.Release.class)).isEmpty();
    assertThat(here.sentTo(holder, Message.Release.class)).isEmpty();
  }

  @Test
  void asksAMemberThatWasAwayToDropItsCopy_alsoOfASessionThatHasEnded() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    Member away = bystanderOf(holder);
    here.replica.remove(KEY, epoch, here.now());
    here.ack(holder, KEY, epoch, 2);
    here.view(2, List.of(SELF, holder));
    here.sent.clear();

    here.view(3, ALL);
    here.pass(millis(50));
    here.ack(holder, KEY, epoch, 2);

    assertThat(here.sentTo(away, Message.Release.class)).isNotEmpty();
  }

  @Test
  void sparesAMemberThatHasJustStarted_ofReleases() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    Member fresh = RecordingReplica.member(3);
    here.ack(holder, KEY, epoch, 1);
    List<Member> four = List.of(SELF, OTHER, THIRD, fresh);
    here.replica.onView(View.of(2, "test", four), here.now());
    for (Member member : List.of(OTHER, THIRD, fresh)) {
      here.receive(
          member, new Message.ViewStatus(2, "test", true, member.equals(fresh), false, false));
    }
    here.pass(millis(50));
    here.ack(holder, KEY, epoch, 1);
    here.pass(millis(50));

    assertThat(here.sentTo(fresh, Message.Release.class)).isEmpty();
  }

  @Test
  void stepsOnceMore_beforeItReleasesAFormerHolderThatIsUpToDate() {
    Epoch epoch = here.create(KEY, 1);
    Member former = here.holderOf(KEY);
    Member successor = bystanderOf(former);
    here.ack(former, KEY, epoch, 1);
    here.replica.onPeerDown(former);
    here.pass(millis(30));
    here.ack(successor, KEY, epoch, 1);
    here.sent.clear();
    here.replica.onPeerUp(former);
    here.pass(millis(30));
    here.ack(former, KEY, epoch, 1);
    here.pass(millis(30));
    long stepped = here.held(KEY).version();
    here.ack(successor, KEY, epoch, stepped);
    here.ack(former, KEY, epoch, stepped);
    here.pass(millis(30));

    assertThat(here.sent)
        .filteredOn(each -> each.message() instanceof Message.Release)
        .allSatisfy(
            each ->
                assertThat(((Message.Release) each.message()).label().version()).isGreaterThan(1));
    assertThat(stepped).isGreaterThan(1);
  }

  @Test
  void asksAReleasedMemberAgain_whenWhatWasUnderWayReachedItLate() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    Member bystander = bystanderOf(holder);
    here.ack(holder, KEY, epoch, 1);
    here.write(KEY, epoch, 2);
    here.ack(holder, KEY, epoch, 2);
    here.sent.clear();

    here.ack(bystander, KEY, epoch, 1);
    here.pass(millis(30));

    assertThat(here.sentTo(bystander, Message.Release.class)).hasSize(1);
  }

  @Test
  void asksAHolderWhatItHas_thatDoesNotKnowItsPrimary() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.sent.clear();

    here.receive(holder, new Message.Offer(KEY));
    assertThat(here.sentTo(holder, Message.Validate.class)).hasSize(1);

    here.receive(holder, new Message.NackGap(KEY, epoch, Label.NONE));
    assertThat(here.sentTo(holder, Message.Full.class)).hasSize(1);
  }

  @Test
  void releasesWhoOffersItAnOldCopy() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    Member bystander = bystanderOf(holder);
    here.ack(holder, KEY, epoch, 1);

    here.receive(bystander, new Message.Offer(KEY));
    here.pass(millis(30));

    assertThat(here.sentTo(bystander, Message.Release.class)).hasSize(1);
  }

  @Test
  void stepsDown_whenReleasedByASuccessorThatItDidNotHearOf() {
    Epoch epoch = here.create(KEY, 1);
    Epoch successor = Epoch.mint(5, OTHER);

    here.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(successor, 9)));

    assertThat(here.replica.serves(KEY, epoch)).isFalse();
    assertThat(here.released).containsExactly(KEY);
    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
  }
}
