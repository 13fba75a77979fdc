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

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A user against an engine whose events the test makes, late and out of turn. */
class VirtualUserTest {
  private static final List<Target> NODES =
      List.of(
          new Target("a", new InetSocketAddress("127.0.0.1", 1)),
          new Target("b", new InetSocketAddress("127.0.0.1", 2)));

  private final ScriptedEngine engine = new ScriptedEngine();
  private final LoadRecorder recorder = new LoadRecorder("test");
  private final Pacer pacer = new Pacer(1, (user, due, now) -> {}); // never started: no time passes
  private long due = 100;

  @Test
  void ignoresALateClose_whenItBelongsToTheConnectionBefore() {
    VirtualUser user = startedUser(0);
    Opened first = engine.last();
    user.onConnected(first.generation, first);
    user.onClosed(first.generation);
    Opened second = engine.last();
    user.onConnected(second.generation, second);

    user.onClosed(first.generation);

    assertThat(second.closed).isFalse();
    assertThat(failures(user)).containsExactly(FailureKind.LOST_IN_FLIGHT);
    user.onAnswer(second.generation, right(1));
    assertThat(user.history().exchanges()).hasSize(2);
  }

  @Test
  void ignoresALateAnswer_whenItBelongsToTheConnectionBefore() {
    VirtualUser user = startedUser(0);
    Opened first = engine.last();
    user.onConnected(first.generation, first);
    user.onClosed(first.generation);
    Opened second = engine.last();
    user.onConnected(second.generation, second);

    user.onAnswer(first.generation, right(9));

    assertThat(user.history().exchanges()).hasSize(1);
  }

  @Test
  void closesAConnection_whenItOpensAfterTheUserTurnedAway() {
    VirtualUser user = startedUser(0);
    Opened slow = engine.last();
    user.onRefused(slow.generation, new ConnectException("refused"));

    user.onConnected(slow.generation, slow);

    assertThat(slow.closed).isTrue();
    assertThat(slow.sent).isZero();
    assertThat(engine.last().address.getPort()).isEqualTo(2);
  }

  @Test
  void drops_whenAnAnswerComesThatNobodyAskedFor() {
    VirtualUser user = startedUser(0);
    Opened opened = engine.last();
    user.onConnected(opened.generation, opened);
    user.onAnswer(opened.generation, right(1));

    user.onAnswer(opened.generation, right(2));

    assertThat(opened.closed).isTrue();
    assertThat(user.history().exchanges()).hasSize(1);
  }

  @Test
  void ignoresAWakeUp_whenItWasSetForAnotherTime() {
    VirtualUser user = startedUser(0);
    Opened opened = engine.last();
    user.onConnected(opened.generation, opened);

    user.onDue(due, due); // the wake-up that began this request, again

    assertThat(opened.sent).isEqualTo(1);
    assertThat(user.history().exchanges()).isEmpty();
  }

  @Test
  void asksTheOtherNodeAtOnce_whenAnEagerUsersIdleConnectionIsClosedAndRefused() {
    VirtualUser user = startedUser(1);
    Opened idle = answeredOnce(user);
    user.arm(0, System.nanoTime());

    user.onClosed(idle.generation);
    Opened probe = engine.last();
    assertThat(probe).isNotSameAs(idle);
    user.onRefused(probe.generation, new ConnectException("refused"));
    Opened elsewhere = engine.last();
    user.onConnected(elsewhere.generation, elsewhere);
    user.onAnswer(elsewhere.generation, right(2));

    assertThat(elsewhere.address.getPort()).isEqualTo(2);
    assertThat(user.recovery().turnedAtOnce()).isTrue();
    assertThat(user.recovery().right()).isTrue();
    assertThat(failures(user)).isEmpty();
    assertThat(recorder.idleCloses()).isEqualTo(1);
  }

  @Test
  void goesOnThinking_whenAnEagerUsersIdleConnectionCanBeReplaced() {
    VirtualUser user = startedUser(1);
    Opened idle = answeredOnce(user);
    user.onClosed(idle.generation);
    Opened replacement = engine.last();
    user.onConnected(replacement.generation, replacement);
    user.onClosed(replacement.generation);

    assertThat(replacement.sent).isZero();
    assertThat(engine.last()).isSameAs(replacement); // once a pause, no storm
  }

  @Test
  void doesNotReconnect_whenAPatientUsersIdleConnectionIsClosed() {
    VirtualUser user = startedUser(0);
    Opened idle = answeredOnce(user);

    user.onClosed(idle.generation);

    assertThat(engine.last()).isSameAs(idle);
  }

  @Test
  void doesNotCountTheVictimsLastAnswerAsRecovery() {
    VirtualUser user = startedUser(0);
    Opened opened = engine.last();
    user.onConnected(opened.generation, opened);
    user.arm(0, System.nanoTime());

    user.onAnswer(opened.generation, right(1));

    assertThat(user.recovery().answered()).isFalse();
    assertThat(user.recovery().onVictim()).isTrue();
  }

  @Test
  void countsAResetSessionAsNotRight_whenItIsTheFirstAnswerAfterTheKill() {
    VirtualUser user = startedUser(1);
    Opened idle = answeredOnce(user);
    user.arm(0, System.nanoTime());
    user.onClosed(idle.generation);
    user.onRefused(engine.last().generation, new ConnectException("refused"));
    Opened elsewhere = engine.last();
    user.onConnected(elsewhere.generation, elsewhere);

    user.onAnswer(elsewhere.generation, right(1));

    assertThat(user.recovery().answered()).isTrue();
    assertThat(user.recovery().right()).isFalse();
  }

  @Test
  void waitsBeforeItTriesAgain_whenEveryNodeRefused() {
    VirtualUser user = startedUser(0);
    user.onRefused(engine.last().generation, new ConnectException("refused"));
    user.onRefused(engine.last().generation, new ConnectException("refused"));

    assertThat(engine.opened).hasSize(2);
    assertThat(failures(user)).containsExactly(FailureKind.REFUSED, FailureKind.REFUSED);
  }

  private Opened answeredOnce(VirtualUser user) {
    Opened opened = engine.last();
    user.onConnected(opened.generation, opened);
    user.onAnswer(opened.generation, right(1));
    return opened;
  }

  private VirtualUser startedUser(int eagerEvery) {
    LoadSettings settings =
        new LoadSettings(
            1,
            "/counter",
            new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofSeconds(100)),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            1,
            eagerEvery,
            0);
    VirtualUser user =
        new VirtualUser(
            0,
            settings,
            NODES,
            new LoadDriver.Surroundings(engine, pacer, recorder, Map.of("a", 0, "b", 1), () -> {}));
    user.start(due);
    user.onDue(due, due);
    return user;
  }

  private static HttpAnswer right(long counter) {
    return new HttpAnswer(200, List.of(), "true", "", "", true, ScriptedServer.line(counter));
  }

  private static List<FailureKind> failures(VirtualUser user) {
    return Failures.of(user.history());
  }

  private static final class ScriptedEngine implements HttpEngine {
    final List<Opened> opened = new ArrayList<>();

    Opened last() {
      return opened.get(opened.size() - 1);
    }

    @Override
    public HttpChannel connect(InetSocketAddress address, long generation, ChannelEvents events) {
      Opened channel = new Opened(address, generation);
      opened.add(channel);
      return channel;
    }

    @Override
    public void close() {}
  }

  private static final class Opened implements HttpChannel {
    final InetSocketAddress address;
    final long generation;
    int sent;
    boolean closed;

    Opened(InetSocketAddress address, long generation) {
      this.address = address;
      this.generation = generation;
    }

    @Override
    public void send(String target, String cookie, RequestBody body) {
      sent++;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
