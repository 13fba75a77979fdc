/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** Who may serve when only the side with the majority shall. */
class MajorityTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);

  private final RecordingReplica here =
      new RecordingReplica(SELF, SimulatedCluster.config(1, millis(600_000), 3, false), 1);
  private final List<Acquired> found = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();

  private void view(long number, List<Member> members) {
    here.replica.onView(View.of(number, "test", members), here.now());
    for (Member member : members) {
      if (!member.equals(SELF)) {
        here.receive(member, new Message.ViewStatus(number, "test", true, false, false, false));
      }
    }
    here.pass(millis(30));
  }

  private Epoch createProtected() {
    Epoch ownership = here.create(KEY, 1);
    for (Member member : List.of(OTHER, THIRD)) {
      here.receive(member, new Message.Ack(KEY, new Label(ownership, 1)));
    }
    return ownership;
  }

  @Test
  void servesNothing_beforeTheExpectedMajorityHasCome() {
    view(1, List.of(SELF));
    here.replica.acquire(KEY, null, here.now(), found::add);
    assertThat(found).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
    assertThat(((Acquired.Unavailable) found.get(0)).reason()).contains("majority");
    assertThat(here.replica.isSettled()).isFalse();

    view(2, List.of(SELF, OTHER));
    assertThat(here.replica.isSettled()).isTrue();
    here.replica.acquire(KEY, null, here.now(), found::add);
    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  @Test
  void refusesWhatItServed_onceItReachesNobody_beforeAnyViewSaysSo() {
    view(1, ALL);
    Epoch ownership = createProtected();
    here.replica.await(KEY, ownership, 1, here.now(), outcomes::add);
    here.replica.onPeerDown(OTHER);
    here.replica.onPeerDown(THIRD);

    here.replica.await(KEY, ownership, 1, here.now(), outcomes::add);

    assertThat(outcomes).containsExactly(Outcome.PROTECTED, Outcome.SHUT_OUT);
    assertThat(here.replica.begin(KEY, ownership)).isFalse();
    here.replica.onPeerUp(THIRD);
    assertThat(here.replica.begin(KEY, ownership)).isTrue();
  }

  @Test
  void neverTakesItselfForTheCluster_howeverLongItIsAlone() {
    view(1, ALL);
    Epoch ownership = createProtected();
    view(2, List.of(SELF));

    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos() + millis(1000));

    assertThat(here.replica.isSettled()).isFalse();
    assertThat(here.replica.begin(KEY, ownership)).isFalse();
  }

  @Test
  void goesOnWithTwoOfThree_andThenNeedsBoth() {
    view(1, ALL);
    Epoch ownership = createProtected();
    view(2, List.of(SELF, OTHER));
    here.receive(OTHER, new Message.Ack(KEY, new Label(ownership, 1)));
    here.pass(millis(30));
    assertThat(here.replica.begin(KEY, ownership)).isTrue();
    assertThat(here.replica.isSettled()).isTrue();

    view(3, List.of(SELF));
    assertThat(here.replica.begin(KEY, ownership)).as("one of two is no majority").isFalse();
  }

  @Test
  void goesOnAlone_whenTheOthersHaveLeftInOrder() {
    view(1, ALL);
    Epoch ownership = createProtected();
    for (Member leaving : List.of(OTHER, THIRD)) {
      here.receive(leaving, new Message.ViewStatus(1, "test", true, false, true, false));
    }
    view(2, List.of(SELF));

    assertThat(here.replica.begin(KEY, ownership)).isTrue();
  }

  @Test
  void countsARestartedMember_asTheOneThatItWas() {
    view(1, ALL);
    Epoch ownership = createProtected();
    Member again = new Member(OTHER.name(), 2, "127.0.0.1", 7001);

    view(2, List.of(SELF, again));

    assertThat(here.replica.begin(KEY, ownership)).isTrue();
    here.replica.acquire("another-key-0000", null, here.now(), found::add);
    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }
}
