// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.load.ChannelEvents;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.HttpChannel;
import org.holdfast.drill.load.HttpEngine;
import org.holdfast.drill.load.RequestBody;
import org.junit.jupiter.api.Test;

class ClosedUsersTest {
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration LONG = Duration.ofSeconds(20);

  /** Each of its connections answers {@code answers} requests, from 0, and then no more. */
  private static final class ScriptedEngine implements HttpEngine {
    private final List<ChannelEvents> users = new ArrayList<>();
    private final int answers;

    ScriptedEngine(int answers) {
      this.answers = answers;
    }

    @Override
    public HttpChannel connect(InetSocketAddress address, long generation, ChannelEvents events) {
      users.add(events);
      HttpChannel channel =
          new HttpChannel() {
            private int sent;

            @Override
            public void send(String target, String cookie, RequestBody body) {
              if (sent < answers) {
                sent++;
                events.onAnswer(generation, answer(sent - 1));
              }
            }

            @Override
            public void close() {}
          };
      events.onConnected(generation, channel);
      return channel;
    }

    @Override
    public void close() {}
  }

  private static HttpAnswer answer(int count) {
    return new HttpAnswer(200, List.of(), "", "", "", true, Integer.toString(count));
  }

  private static ClosedUsers users(HttpEngine engine) {
    return new ClosedUsers(
        engine, "tomcat", new InetSocketAddress("127.0.0.1", 1), 2, Duration.ZERO);
  }

  @Test
  void namesTheServerAndWhatWasReached_whenItHangs() {
    ScriptedEngine engine = new ScriptedEngine(3);
    ClosedUsers load = users(engine);

    assertThatThrownBy(() -> load.awaitEach(10, AT_ONCE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "tomcat hangs: 2 of its 2 users had fewer than 10 answers in 0 ms; 6 answers in all");
  }

  @Test
  void waitsForEachUser_notForTheirSum() throws InterruptedException {
    ScriptedEngine engine = new ScriptedEngine(0);
    ClosedUsers load = users(engine);

    try (Feeder unused = new Feeder(engine.users.subList(0, 1))) {
      assertThatThrownBy(() -> load.awaitEach(5, Duration.ofMillis(100)))
          .hasMessageContaining("1 of its 2 users had fewer than 5 answers");
      assertThat(load.answers()).isPositive();
    }
  }

  @Test
  void asksAtFixedTimes_whenThereIsACycle() throws InterruptedException {
    ScriptedEngine engine = new ScriptedEngine(1_000);
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", 1);
    Duration cycle = Duration.ofMillis(20);
    long start = System.nanoTime();
    try (ClosedUsers load = new ClosedUsers(engine, "tomcat", address, 2, cycle)) {
      load.awaitEach(10, LONG);

      // The first of ten answers comes at once.
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(8 * cycle.toNanos());
      assertThat(load.answers()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void endsAsSoonAsEachHasItsAnswers() throws InterruptedException {
    ScriptedEngine engine = new ScriptedEngine(0);
    ClosedUsers load = users(engine);

    try (Feeder unused = new Feeder(engine.users)) {
      load.awaitEach(5, LONG);
      load.awaitEach(5, LONG);
      assertThat(load.answers()).isGreaterThanOrEqualTo(20);
    }
  }

  /** Answers some users again and again, on a thread of its own. */
  private static final class Feeder implements AutoCloseable {
    private volatile boolean ended;
    private final Thread thread;

    Feeder(List<ChannelEvents> users) {
      thread =
          new Thread(
              () -> {
                for (int next = 0; !ended; next++) {
                  HttpAnswer answer = answer(next);
                  users.forEach(user -> user.onAnswer(0, answer));
                }
              });
      thread.start();
    }

    @Override
    public void close() throws InterruptedException {
      ended = true;
      thread.join();
    }
  }

  @Test
  void failsAtOnce_whenAnAnswerWasWrong() {
    ScriptedEngine engine = new ScriptedEngine(3);
    ClosedUsers load = users(engine);

    engine.users.get(1).onAnswer(1, answer(7));

    assertThatThrownBy(() -> load.watch(LONG))
        .hasMessage("tomcat: expected 200 and 3, was 200 and 7");
    assertThatThrownBy(() -> load.awaitEach(1, LONG)).hasMessageStartingWith("tomcat: expected");
  }

  @Test
  void failsAtOnce_whenAConnectionWasClosedOrRefused() {
    ScriptedEngine closing = new ScriptedEngine(3);
    ClosedUsers closed = users(closing);
    closing.users.get(0).onClosed(0, FailureKind.LOST_IN_FLIGHT);
    ScriptedEngine refusing = new ScriptedEngine(3);
    ClosedUsers refused = users(refusing);
    refusing.users.get(0).onRefused(0, new IllegalStateException("full"));

    assertThatThrownBy(() -> closed.watch(LONG))
        .hasMessage("tomcat: it closed a connection after 3 answers");
    assertThatThrownBy(() -> refused.watch(LONG))
        .hasMessageContaining("refused")
        .hasMessageContaining("full");
  }

  @Test
  void watchesToTheEnd_whenAllIsWell() throws InterruptedException {
    try (ClosedUsers load = users(new ScriptedEngine(3))) {
      load.watch(AT_ONCE);
      assertThat(load.answers()).isEqualTo(6);
    }
  }
}
