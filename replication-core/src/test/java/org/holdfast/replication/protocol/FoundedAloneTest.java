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

/** A member that found none of the listed others: they may be alive behind a cut. */
class FoundedAloneTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final long MISSED_NANOS = SimulatedCluster.CONFIG.presumedDeadNanos();

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final List<Acquired> answers = new ArrayList<>();

  @BeforeEach
  void foundAlone() {
    here.join(List.of(SELF));
    here.replica.foundedAlone(here.now());
  }

  private Acquired acquire() {
    answers.clear();
    here.replica.acquire(KEY, null, here.now(), answers::add);
    assertThat(answers).as("at once").hasSize(1);
    return answers.get(0);
  }

  @Test
  void refusesWhatItDoesNotKnow_forAsLongAsVanishedMembersAreMissed() {
    assertThat(acquire()).isInstanceOf(Acquired.Unavailable.class);
    here.pass(MISSED_NANOS - millis(20));
    assertThat(acquire()).isInstanceOf(Acquired.Unavailable.class);

    here.pass(millis(30));
    assertThat(acquire()).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void servesWhatBeginsHere_andTellsThatItHasEnded() {
    Epoch ownership = here.create(KEY, 1);
    here.replica.end(KEY, ownership, here.now());
    assertThat(acquire()).isInstanceOf(Acquired.Owned.class);
    here.replica.end(KEY, ownership, here.now());

    assertThat(here.replica.remove(KEY, ownership, here.now())).isPositive();
    assertThat(acquire()).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void tellsWhatNobodyKnows_onceAnotherMemberIsFound() {
    assertThat(acquire()).isInstanceOf(Acquired.Unavailable.class);
    here.view(2, List.of(SELF, OTHER));
    here.pass(millis(10));
    here.sent.clear();

    answers.clear();
    here.replica.acquire(KEY, null, here.now(), answers::add);
    for (int round = 0; round < 2; round++) {
      List<RecordingReplica.Sent> sent = List.copyOf(here.sent);
      here.sent.clear();
      sent.forEach(each -> reply(each.message()));
      here.pass(millis(10));
    }
    assertThat(answers).singleElement().isInstanceOf(Acquired.Unknown.class);
  }

  private void reply(Message message) {
    if (message instanceof Message.Ask ask) {
      here.receive(OTHER, new Message.Hint(ask.key(), ask.ballot(), Epoch.NONE, 2));
    } else if (message instanceof Message.Claim claim) {
      here.receive(
          OTHER,
          new Message.Promise(claim.key(), claim.ballot(), false, Epoch.NONE, 2, Optional.empty()));
    }
  }

  @Test
  void saysWhatItAlwaysSays_whenNobodyElseIsListed() {
    RecordingReplica single = new RecordingReplica(SELF);
    single.join(List.of(SELF));
    single.replica.acquire(KEY, null, single.now(), answers::add);
    assertThat(answers).singleElement().isInstanceOf(Acquired.Unknown.class);
  }
}
