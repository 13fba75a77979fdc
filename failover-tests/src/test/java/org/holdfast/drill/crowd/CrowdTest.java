// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

/** Users in virtual time against servers that behave, or not. */
class CrowdTest {
  private static final Page COUNTER = new Page("/counter", RequestBody.NONE, 1);

  private final VirtualWorld world = new VirtualWorld();
  private final CrowdRecorder recorder = new CrowdRecorder(world::now, "test");
  private final AtomicInteger served = new AtomicInteger();

  private static CrowdPlan closed(int users, ThinkTime.Distribution think, long thinkMillis) {
    return plan(users, think, thinkMillis, ThinkFrom.RESPONSE, 0, COUNTER);
  }

  private static CrowdPlan plan(
      int users,
      ThinkTime.Distribution think,
      long thinkMillis,
      ThinkFrom from,
      double rate,
      Page... pages) {
    return new CrowdPlan(
        users,
        List.of(pages),
        new ThinkTime(think, Duration.ofMillis(thinkMillis)),
        from,
        rate,
        Duration.ofSeconds(2),
        Duration.ofMillis(500),
        "JSESSIONID",
        1);
  }

  /** Answers after a while, and counts. */
  private Target steady(String name, int port, double millis) {
    return world.open(
        name,
        port,
        (line, target, cookie, body) -> {
          served.incrementAndGet();
          line.answer(millis, VirtualWorld.ok("hello"));
        });
  }

  /** Answers in a millisecond, but nothing between 50.0 and 51.9 s. */
  private Target stallingOnce() {
    return world.open(
        "a",
        1,
        (line, target, cookie, body) -> {
          double stall = world.now() >= 50e9 && world.now() < 51.9e9 ? 51.9e9 - world.now() : 0;
          line.answer(1 + stall / 1e6, VirtualWorld.ok("hello"));
        });
  }

  private CrowdFigures drive(CrowdPlan plan, double seconds, Target... targets) {
    Crowd crowd = world.crowd(plan, List.of(targets), recorder);
    crowd.start(Duration.ZERO);
    world.run(seconds);
    CrowdFigures figures = recorder.enter("rest");
    crowd.close();
    return figures;
  }

  @Test
  void accountsForEveryUserByLittlesLaw_whenTheServerIsSteady() {
    CrowdFigures figures =
        drive(closed(50, ThinkTime.Distribution.FIXED, 900), 100, steady("a", 1, 100));

    assertThat(figures.answersPerSecond()).isEqualTo(50, within(0.5));
    assertThat(figures.fromSendMicros().getMaxValue()).isBetween(99_900L, 100_200L);
    assertThat(figures.plannedPauseSeconds() / figures.pauses()).isEqualTo(0.9, within(1e-6));
    assertThat(figures.measuredPauseSeconds()).isEqualTo(figures.plannedPauseSeconds());
    assertThat(world.connections()).as("one a user, closed at the end").isZero();
  }

  @Test
  void keepsTheMeanAskedFor_whenThinkTimesScatter() {
    CrowdFigures figures =
        drive(closed(200, ThinkTime.Distribution.EXPONENTIAL, 500), 1_000, steady("a", 1, 10));

    assertThat(figures.plannedPauseSeconds() / figures.pauses()).isEqualTo(0.5, within(0.0015));
    assertThat(figures.answersPerSecond() * (0.01 + 0.5)).isEqualTo(200, within(2.0));
  }

  @Test
  void showsWhatTheDriverWasLate_whenItIs() {
    world.lateBy(50_000_000);
    CrowdFigures figures =
        drive(closed(10, ThinkTime.Distribution.FIXED, 500), 60, steady("a", 1, 10));

    assertThat(figures.latenessMicros().getValueAtPercentile(50)).isCloseTo(50_000L, within(500L));
    assertThat(figures.fromSendMicros().getValueAtPercentile(50)).isCloseTo(10_000L, within(100L));
    assertThat(figures.fromDueMicros().getValueAtPercentile(50)).isCloseTo(60_000L, within(500L));
    assertThat(figures.measuredPauseSeconds() / figures.plannedPauseSeconds())
        .isEqualTo(1.1, within(0.001));
  }

  @Test
  void countsTheWaitOfEveryRequestThatWasDue_whenTheServerStallsOnce() {
    // 10 requests a second for 100 s, and one stall: 19 of 1,000 were due in it, one was sent in
    // it.
    CrowdFigures figures =
        drive(
            plan(1, ThinkTime.Distribution.FIXED, 100, ThinkFrom.CYCLE, 0, COUNTER),
            100,
            stallingOnce());

    assertThat(figures.answers()).isCloseTo(1_000L, within(2L));
    assertThat(figures.fromSendMicros().getValueAtPercentile(99))
        .as("hides the stall: one request of a thousand felt it")
        .isLessThan(10_000);
    assertThat(figures.fromDueMicros().getValueAtPercentile(99)).isGreaterThan(800_000);
  }

  @Test
  void keepsToItsRate_whenArrivalsAreOpenAndTheServerStallsOnce() {
    CrowdFigures figures =
        drive(
            plan(3, ThinkTime.Distribution.FIXED, 0, ThinkFrom.RESPONSE, 10, COUNTER),
            100,
            stallingOnce());

    assertThat(figures.answers()).isCloseTo(1_000L, within(2L));
    assertThat(figures.fromDueMicros().getValueAtPercentile(99))
        .as("three were under way, the others waited for a user")
        .isGreaterThan(500_000);
  }

  @Test
  void arrivesAtRandom_whenAskedTo() {
    CrowdFigures figures =
        drive(
            plan(100, ThinkTime.Distribution.EXPONENTIAL, 0, ThinkFrom.RESPONSE, 200, COUNTER),
            100,
            steady("a", 1, 5));

    assertThat(figures.answersPerSecond()).isEqualTo(200, within(5.0));
    assertThat(figures.pauses()).as("users that do not think").isZero();
  }

  @Test
  void letsNothingArrive_whenLeaving() {
    Crowd crowd =
        world.crowd(
            plan(5, ThinkTime.Distribution.FIXED, 0, ThinkFrom.RESPONSE, 10, COUNTER),
            List.of(steady("a", 1, 5)),
            recorder);
    crowd.start(Duration.ZERO);
    world.run(2);
    crowd.leave(0.1);
    int before = served.get();
    world.run(10);

    assertThat(served.get()).isEqualTo(before);
    assertThat(crowd.tallies()).noneMatch(UserTally::isOpen);
  }

  @Test
  void leaveOneAfterTheOther_whenTheStageEnds() {
    Crowd crowd =
        world.crowd(
            closed(10, ThinkTime.Distribution.FIXED, 100), List.of(steady("a", 1, 10)), recorder);
    crowd.start(Duration.ZERO);
    world.run(5);
    crowd.leave(0.5);
    world.run(1);
    crowd.beginTally();
    world.run(5);

    assertThat(crowd.tallies().stream().filter(user -> user.answers() > 0)).hasSize(5);
    crowd.leave(1);
    world.run(1);
    crowd.beginTally();
    world.run(5);
    assertThat(crowd.tallies()).allMatch(user -> user.answers() == 0 && !user.isOpen());
  }

  @Test
  void tellsTheAgeOfAnOpenRequest() {
    Target silent = world.open("a", 1, (line, target, cookie, body) -> {});
    Crowd crowd =
        world.crowd(closed(1, ThinkTime.Distribution.FIXED, 10), List.of(silent), recorder);
    crowd.start(Duration.ZERO);
    world.run(1.5);

    assertThat(crowd.tallies().get(0).openNanos()).isEqualTo(1_500_000_000L);
  }

  @Test
  void countsEachEndOfAConnectionAsWhatItIs() {
    AtomicInteger requests = new AtomicInteger();
    Target odd =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              switch (requests.incrementAndGet()) {
                case 1 -> { // answered, then closed while nobody waits
                  line.answer(1, VirtualWorld.ok("hello"));
                  world.after(5_000_000, line::reset);
                }
                case 2 -> line.reset(); // in flight
                case 3 -> {} // no answer
                case 4 -> line.answer(1, status(503));
                case 5 -> line.answer(1, status(302));
                default -> line.answer(1, VirtualWorld.ok("hello"));
              }
            });
    CrowdFigures figures = drive(closed(1, ThinkTime.Distribution.FIXED, 1_000), 20, odd);

    assertThat(figures.failures())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                FailureKind.LOST_IN_FLIGHT, 1L,
                FailureKind.TIMED_OUT, 1L,
                FailureKind.UNAVAILABLE, 1L,
                FailureKind.WRONG_ANSWER, 1L));
    assertThat(figures.idleCloses()).isEqualTo(1);
    assertThat(figures.failedRequests()).isEqualTo(4);
    assertThat(figures.answers()).isGreaterThan(8);
    assertThat(recorder.answersOfRun() + recorder.unansweredOfRun()).isEqualTo(requests.get());
  }

  @Test
  void doesNotStormADeadServer_whenThereIsNoThinkTime() {
    Target nobody = new Target("a", new java.net.InetSocketAddress("127.0.0.1", 9));
    CrowdFigures figures = drive(closed(1, ThinkTime.Distribution.FIXED, 0), 10, nobody);

    assertThat(figures.failures()).containsEntry(FailureKind.REFUSED, 20L + 1);
    assertThat(figures.answers()).isZero();
  }

  @Test
  void turnsToAnotherNodeWithinTheRequest_whenItsNodeIsDead() {
    Target a = steady("a", 1, 10);
    Target b = steady("b", 2, 10);
    Crowd crowd =
        world.crowd(closed(10, ThinkTime.Distribution.FIXED, 1_000), List.of(a, b), recorder);
    crowd.start(Duration.ofSeconds(1));
    world.run(10);
    world.kill(1);
    world.run(10);
    CrowdFigures figures = recorder.enter("rest");

    assertThat(figures.failedRequests()).isZero();
    assertThat(figures.failures().keySet()).containsExactly(FailureKind.REFUSED);
    assertThat(figures.failures().get(FailureKind.REFUSED)).isBetween(4L, 5L);
  }

  @Test
  void doesNotSendAPostTwice_whenItMayHaveBeenServed() {
    Target breaking =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              assertThat(body.length()).isEqualTo(3);
              line.reset();
            });
    Target b = steady("b", 2, 10);
    Page post = new Page("/order", RequestBody.of("text/plain", new byte[] {1, 2, 3}), 1);
    Crowd crowd =
        world.crowd(
            plan(1, ThinkTime.Distribution.FIXED, 1_000, ThinkFrom.RESPONSE, 0, post),
            List.of(breaking, b),
            recorder);
    crowd.start(Duration.ZERO);
    world.run(0.5);

    assertThat(recorder.currentFigures().failedRequests()).isEqualTo(1);
    assertThat(served.get()).isZero();
    world.run(1);
    assertThat(served.get()).as("the next request goes to the other node").isEqualTo(1);
  }

  @Test
  void movesToTheNodeThatItsCookieNames() {
    Map<Integer, List<String>> cookies = new HashMap<>();
    Target a = naming(1, "a", "b", cookies);
    Target b = naming(2, "b", "b", cookies);
    CrowdFigures figures = drive(closed(1, ThinkTime.Distribution.FIXED, 100), 1, a, b);

    assertThat(figures.answers()).isGreaterThan(5);
    assertThat(cookies.get(1)).containsExactly("");
    assertThat(cookies.get(2)).first().isEqualTo("JSESSIONID=S1.b");
  }

  private Target naming(int port, String name, String route, Map<Integer, List<String>> cookies) {
    return world.open(
        name,
        port,
        (line, target, cookie, body) -> {
          cookies.computeIfAbsent(port, none -> new ArrayList<>()).add(cookie);
          line.answer(1, VirtualWorld.ok("x", "JSESSIONID=S1." + route + "; Path=/; HttpOnly"));
        });
  }

  @Test
  void noticesALostUpdate_whenTheCounterFallsBack() {
    AtomicInteger counter = new AtomicInteger();
    Target forgetful =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              if (counter.get() == 5) {
                counter.set(2);
              }
              line.answer(1, VirtualWorld.ok("counter=" + counter.incrementAndGet() + " x"));
            });
    CrowdFigures figures = drive(closed(1, ThinkTime.Distribution.FIXED, 100), 0.75, forgetful);

    assertThat(figures.countersWrong()).isEqualTo(1);
    assertThat(recorder.countersWrongOfRun()).as("after the phase, too").isEqualTo(1);
    assertThat(figures.countersRight()).isEqualTo(figures.answers() - 1);
  }

  @Test
  void asksForPagesByTheirWeights() {
    Map<String, Integer> asked = new HashMap<>();
    Target a =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              asked.merge(target, 1, Integer::sum);
              line.answer(1, VirtualWorld.ok("1"));
            });
    CrowdFigures figures =
        drive(
            plan(
                10,
                ThinkTime.Distribution.FIXED,
                10,
                ThinkFrom.RESPONSE,
                0,
                new Page("/a", RequestBody.NONE, 1),
                new Page("/b?x=1", RequestBody.NONE, 3)),
            10,
            a);

    assertThat(asked.get("/b?x=1") / (double) asked.get("/a")).isEqualTo(3, within(0.3));
    assertThat(figures.countersRight() + figures.countersWrong())
        .as("pages of a mix may count together or not: not judged")
        .isZero();
  }

  private static HttpAnswer status(int status) {
    return new HttpAnswer(status, List.of(), "", "", "", true, "");
  }
}
