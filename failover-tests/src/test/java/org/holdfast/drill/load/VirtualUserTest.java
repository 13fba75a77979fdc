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

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A user against an engine whose events the test makes, late and out of turn. */
class VirtualUserTest {
  private final VirtualNodes nodes = new VirtualNodes("ab");

  @Test
  void ignoresALateClose_whenItBelongsToTheConnectionBefore() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened first = nodes.last();
    first.connected();
    first.ended();
    VirtualNodes.Opened second = nodes.last();
    second.connected();

    first.ended();

    assertThat(second.closed).isFalse();
    assertThat(failures(user)).containsExactly(FailureKind.LOST_IN_FLIGHT);
    second.answered(VirtualNodes.line(1));
    assertThat(user.history().exchanges()).hasSize(2);
  }

  @Test
  void ignoresALateAnswer_whenItBelongsToTheConnectionBefore() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened first = nodes.last();
    first.connected();
    first.ended();
    VirtualNodes.Opened second = nodes.last();
    second.connected();

    first.answered(VirtualNodes.line(9));

    assertThat(user.history().exchanges()).hasSize(1);
  }

  @Test
  void closesAConnection_whenItOpensAfterTheUserTurnedAway() {
    VirtualUser unused = startedUser(0);
    VirtualNodes.Opened slow = nodes.last();
    slow.refused();

    slow.connected();

    assertThat(slow.closed).isTrue();
    assertThat(slow.sent).isEmpty();
    assertThat(nodes.last().node()).isEqualTo(1);
  }

  @Test
  void drops_whenAnAnswerComesThatNobodyAskedFor() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();
    opened.answered(VirtualNodes.line(1));

    opened.answered(VirtualNodes.line(2));

    assertThat(opened.closed).isTrue();
    assertThat(user.history().exchanges()).hasSize(1);
  }

  @Test
  void ignoresAWakeUp_whenItWasSetForAnotherTime() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();

    user.onDue(0, 100, 100); // the wake-up that began this request, again

    assertThat(opened.sent).hasSize(1);
    assertThat(user.history().exchanges()).isEmpty();
  }

  @Test
  void asksTheOtherNodeAtOnce_whenAnEagerUsersIdleConnectionIsClosedAndRefused() {
    VirtualUser user = startedUser(1);
    VirtualNodes.Opened idle = answeredOnce();
    user.arm(Victims.of(0), System.nanoTime());

    idle.ended();
    VirtualNodes.Opened probe = nodes.last();
    assertThat(probe).isNotSameAs(idle);
    probe.refused();
    VirtualNodes.Opened elsewhere = nodes.last();
    elsewhere.connected();
    elsewhere.answered(VirtualNodes.line(2));

    assertThat(elsewhere.node()).isEqualTo(1);
    assertThat(user.recovery().turnedAtOnce()).isTrue();
    assertThat(user.recovery().right()).isTrue();
    assertThat(failures(user)).isEmpty();
    assertThat(nodes.recorder.idleCloses()).isEqualTo(1);
  }

  @Test
  void goesOnThinking_whenAnEagerUsersIdleConnectionCanBeReplaced() {
    VirtualUser unused = startedUser(1);
    VirtualNodes.Opened idle = answeredOnce();
    idle.ended();
    VirtualNodes.Opened replacement = nodes.last();
    replacement.connected();
    replacement.ended();

    assertThat(replacement.sent).isEmpty();
    assertThat(nodes.last()).isSameAs(replacement); // once a pause, no storm
  }

  @Test
  void doesNotReconnect_whenAPatientUsersIdleConnectionIsClosed() {
    VirtualUser unused = startedUser(0);
    VirtualNodes.Opened idle = answeredOnce();

    idle.ended();

    assertThat(nodes.last()).isSameAs(idle);
  }

  @Test
  void doesNotCountTheVictimsLastAnswerAsRecovery() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();
    user.arm(Victims.of(0), System.nanoTime());

    opened.answered(VirtualNodes.line(1));

    assertThat(user.recovery().answered()).isFalse();
    assertThat(user.recovery().onVictim()).isTrue();
  }

  @Test
  void countsAResetSessionAsNotRight_whenItIsTheFirstAnswerAfterTheKill() {
    VirtualUser user = startedUser(1);
    VirtualNodes.Opened idle = answeredOnce();
    user.arm(Victims.of(0), System.nanoTime());
    idle.ended();
    nodes.last().refused();
    VirtualNodes.Opened elsewhere = nodes.last();
    elsewhere.connected();

    elsewhere.answered(VirtualNodes.line(1));

    assertThat(user.recovery().answered()).isTrue();
    assertThat(user.recovery().right()).isFalse();
  }

  @Test
  void waitsBeforeItTriesAgain_whenEveryNodeRefused() {
    VirtualUser user = startedUser(0);
    nodes.last().refused();
    nodes.last().refused();

    assertThat(nodes.opened).hasSize(2);
    assertThat(failures(user)).containsExactly(FailureKind.REFUSED, FailureKind.REFUSED);
  }

  private VirtualNodes.Opened answeredOnce() {
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();
    opened.answered(VirtualNodes.line(1));
    return opened;
  }

  private VirtualUser startedUser(int eagerEvery) {
    LoadSettings patient = VirtualNodes.settings();
    return nodes.started(
        new LoadSettings(
            1,
            patient.path(),
            patient.thinkTime(),
            patient.failoverTimeout(),
            patient.retryDelay(),
            1,
            eagerEvery,
            0));
  }

  private static List<FailureKind> failures(VirtualUser user) {
    return Failures.of(user.history());
  }
}
