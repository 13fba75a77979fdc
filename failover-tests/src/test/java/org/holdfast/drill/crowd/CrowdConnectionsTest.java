// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

/** Users in virtual time whose connections fail, or come too late. */
class CrowdConnectionsTest {
  private static final Page COUNTER = new Page("/counter", RequestBody.NONE, 1);

  private final VirtualWorld world = new VirtualWorld();
  private final CrowdRecorder recorder = new CrowdRecorder(world::now, "test");

  @Test
  void ignoresWhatHappensToAConnectionThatWasDropped() {
    world.deliverLate();
    List<VirtualWorld.Line> lines = new ArrayList<>();
    Target slow =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              lines.add(line);
              // The first is given up after two seconds; its answer comes while the second waits.
              line.answer(lines.size() == 1 ? 2_700 : 1_000, VirtualWorld.ok("hello"));
              if (lines.size() == 2) {
                world.after(500_000_000, lines.get(0)::reset);
              }
            });
    CrowdFigures figures = drive(plan(1, 500, COUNTER), 4.5, slow);

    assertThat(figures.failures()).containsExactlyEntriesOf(Map.of(FailureKind.TIMED_OUT, 1L));
    assertThat(figures.answers()).isEqualTo(1);
    assertThat(figures.fromSendMicros().getMaxValue()).isCloseTo(1_000_000L, within(1_000L));
    assertThat(figures.idleCloses()).isZero();
  }

  @Test
  void countsWhatTheMachineOfTheDriverCouldNotOpen_apartFromWhatRefused() {
    Target server =
        world.open("a", 1, (line, t, cookie, body) -> line.answer(10, VirtualWorld.ok("hello")));
    for (IOException cause :
        List.of(
            new BindException("Cannot assign requested address"),
            new SocketException("Too many open files"))) {
      world.cannotConnect(cause);
      CrowdFigures figures = drive(plan(1, 100, COUNTER), 1, server);

      assertThat(figures.failures()).containsOnlyKeys(FailureKind.NOT_OPENED);
      assertThat(figures.notOpened()).isEqualTo(cause.toString());
    }
    for (IOException cause :
        List.of(
            new ConnectException("Connection refused"),
            new NoRouteToHostException("No route to host"),
            new SocketException("Connection reset"),
            new ClosedChannelException())) {
      world.cannotConnect(cause);
      CrowdFigures figures = drive(plan(1, 100, COUNTER), 1, server);

      assertThat(figures.failures()).containsOnlyKeys(FailureKind.REFUSED);
      assertThat(figures.notOpened()).isEmpty();
    }
  }

  @Test
  void servesAllThatWait_whenEveryConnectionFailsAtOnce() {
    int rate = 50_000;
    Crowd crowd =
        world.crowd(
            new CrowdPlan(
                1,
                List.of(COUNTER),
                new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ZERO),
                ThinkFrom.RESPONSE,
                rate,
                Duration.ofSeconds(2),
                Duration.ofMillis(500),
                "JSESSIONID",
                1),
            List.of(world.open("a", 1, (line, target, cookie, body) -> {})),
            recorder);
    crowd.start(Duration.ZERO);
    world.run(1);
    world.failAtOnce(new BindException("no port is left"));
    world.run(2);

    assertThat(recorder.currentFigures().failures())
        .containsEntry(FailureKind.TIMED_OUT, 1L)
        .hasEntrySatisfying(
            FailureKind.NOT_OPENED,
            failed -> assertThat(failed).isCloseTo(3L * rate, within(rate / 100L)));
    assertThat(crowd.waitingArrivals()).isLessThan(10);
  }

  @Test
  void asksNoOtherNode_andStaysAtItsOwn_whenAnAnswerIsTooLong() {
    List<Integer> asked = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int port = 1; port <= 3; port++) {
      int mine = port;
      targets.add(
          world.open(
              "node-" + port,
              port,
              (line, target, cookie, body) -> {
                asked.add(mine);
                line.answerTooLong();
              }));
    }
    CrowdFigures figures = drive(plan(1, 1_000, COUNTER), 3.5, targets.toArray(Target[]::new));

    assertThat(asked).hasSizeGreaterThan(2).containsOnly(1);
    assertThat(figures.failures())
        .containsExactlyEntriesOf(Map.of(FailureKind.ANSWER_TOO_LONG, (long) asked.size()));
    assertThat(figures.failedRequests()).isEqualTo(asked.size());
    assertThat(figures.wrongAnswer())
        .isEqualTo("more than the 1 MiB that this driver reads, for /counter");
  }

  @Test
  void asksForItsOwnPage_whenItsNumberIsInThePath() {
    Map<String, Integer> asked = new HashMap<>();
    Target server =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              asked.merge(target, 1, Integer::sum);
              line.answer(1, VirtualWorld.ok("hello"));
            });
    Page own = new Page("/validate?client={user}", RequestBody.NONE, 1);
    CrowdFigures unused = drive(plan(3, 500, own), 5, server);

    assertThat(asked)
        .containsOnlyKeys("/validate?client=0", "/validate?client=1", "/validate?client=2");
  }

  private static CrowdPlan plan(int users, long thinkMillis, Page page) {
    return new CrowdPlan(
        users,
        List.of(page),
        new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(thinkMillis)),
        ThinkFrom.RESPONSE,
        0,
        Duration.ofSeconds(2),
        Duration.ofMillis(500),
        "JSESSIONID",
        1);
  }

  private CrowdFigures drive(CrowdPlan plan, double seconds, Target... servers) {
    Crowd crowd = world.crowd(plan, List.of(servers), recorder);
    crowd.start(Duration.ZERO);
    world.run(seconds);
    CrowdFigures figures = recorder.enter("rest");
    crowd.close();
    return figures;
  }
}
