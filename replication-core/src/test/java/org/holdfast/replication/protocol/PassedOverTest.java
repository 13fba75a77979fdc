// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/** Sessions that others have taken over in views that a member never had. */
class PassedOverTest extends MajorityMember {

  @Test
  void looksForItsSessionsAnew_afterAViewWithoutAMajority() {
    view(1, ALL);
    Epoch epoch = createProtected();
    view(2, List.of(SELF));
    assertThat(here.replica.serves(KEY, epoch)).isTrue();
    here.sent.clear();

    view(3, ALL);

    assertThat(here.replica.serves(KEY, epoch))
        .as("others may have taken it over without asking anybody who is its holder")
        .isFalse();
    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  @Test
  void looksForItsSessionsAnew_whenAViewBetweenNeverCame() {
    view(1, ALL);
    Epoch epoch = createProtected();
    view(2, ALL);
    assertThat(here.replica.serves(KEY, epoch)).as("nothing was missed").isTrue();

    view(4, ALL);

    assertThat(here.replica.serves(KEY, epoch)).isFalse();
  }

  @Test
  void looksForItsSessionsAnew_whenTheOthersSaidThatTheyHadGoneOnWithoutIt() {
    view(1, ALL);
    Epoch epoch = createProtected();
    here.receive(OTHER, new Message.NotInView(2));
    here.receive(THIRD, new Message.NotInView(2));

    view(2, ALL);

    assertThat(here.replica.serves(KEY, epoch)).isFalse();
  }

  @Test
  void provesNothing_withoutAllButOneOfAViewThatOnlyOthersHaveSeen() {
    Member fourth = RecordingReplica.member(3);
    view(1, ALL);
    install(3, ALL);
    here.receive(OTHER, standsOn(3, settled(2, List.of(OTHER, THIRD, fourth))));
    here.receive(THIRD, standsOn(3));
    here.sent.clear();
    here.replica.acquire(KEY, null, here.now(), found::add);
    Epoch epoch = here.take(Message.Ask.class).get(0).epoch();
    here.receive(OTHER, new Message.Hint(KEY, epoch, Epoch.NONE, 3));
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos() + millis(20));
    epoch = here.take(Message.Claim.class).get(0).epoch();
    Label label = new Label(Epoch.mint(1, OTHER), 4);
    Message.Held held = new Message.Held(label, label, false, -1, SimulatedClient.image(4));

    here.receive(OTHER, new Message.Promise(KEY, epoch, false, Epoch.NONE, 3, Optional.of(held)));
    here.pass(millis(100));
    assertThat(here.replica.snapshot(KEY).primary())
        .as("two of the three in views 1 and 3, but one of the three that went on in view 2")
        .isFalse();

    here.receive(THIRD, new Message.Promise(KEY, epoch, false, Epoch.NONE, 3, Optional.empty()));
    assertThat(here.replica.snapshot(KEY).primary()).isTrue();
  }

  @Test
  void doesNotTakeTheWordOfAPrimary_thatASettledViewHasPassedOver() {
    view(1, ALL);
    view(2, List.of(SELF, THIRD));
    assertThat(here.replica.isSettled()).isTrue();
    install(3, ALL);
    here.receive(THIRD, standsOn(3));
    here.sent.clear();

    here.takeOver(KEY, OTHER);

    assertThat(here.replica.snapshot(KEY).primary())
        .as("it acts on view 1 still: others may have gone on with the session in view 2")
        .isFalse();
  }
}
