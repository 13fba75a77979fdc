// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes see together what one would: the sums are those of the whole, to the digit. */
class CrowdShareTest {
  private static final int USERS = 23;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 23})
  void seesWhatTheWholeCrowdSees_whenItsSharesAreAddedUp(int workers) {
    Seen whole = drive(plan(0), 40);
    List<Seen> shares =
        IntStream.range(0, workers)
            .mapToObj(worker -> drive(plan(0).sharedAs(new CrowdShare(worker, workers)), 40))
            .toList();

    CrowdFigures merged = CrowdFigures.merged(shares.stream().map(Seen::figures).toList());
    assertThat(merged.answers()).isPositive();
    assertThat(merged.fromSendMicros()).isEqualTo(whole.figures.fromSendMicros());
    assertThat(merged.fromDueMicros()).isEqualTo(whole.figures.fromDueMicros());
    assertThat(merged.latenessMicros()).isEqualTo(whole.figures.latenessMicros());
    assertThat(merged.pauses()).isEqualTo(whole.figures.pauses());
    assertThat(merged.failures()).isEqualTo(whole.figures.failures()).isNotEmpty();
    assertThat(merged.failedRequests()).isEqualTo(whole.figures.failedRequests()).isPositive();
    assertThat(merged.seconds()).isEqualTo(whole.figures.seconds());
    assertThat(merged.plannedPauseSeconds())
        .isCloseTo(whole.figures.plannedPauseSeconds(), within());
    assertThat(merged.sessions()).isEqualTo(whole.figures.sessions());
    assertThat(merged.sessions().otherCookie()).isEqualTo("theme");
    assertThat(merged.wholeCycleSeconds()).isCloseTo(whole.figures.wholeCycleSeconds(), within());
    CrowdTally tally = shares.stream().map(Seen::tally).reduce(CrowdTally.NONE, CrowdTally::plus);
    assertThat(tally).isEqualTo(whole.tally);
  }

  @Test
  void letsArrivalsComeAsOften_whenTheyAreShared() {
    Seen whole = drive(plan(50), 40);
    long shared = 0;
    for (int worker = 0; worker < 2; worker++) {
      shared += drive(plan(50).sharedAs(new CrowdShare(worker, 2)), 40).figures.answers();
    }

    assertThat(whole.figures.answers()).isBetween(1_990L, 2_001L);
    assertThat(shared).isBetween(1_990L, 2_001L);
  }

  @Test
  void refusesAWorkerThatIsNone() {
    assertThatThrownBy(() -> new CrowdShare(2, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 of 2");
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-6);
  }

  private record Seen(CrowdFigures figures, CrowdTally tally) {}

  private static Seen drive(CrowdPlan plan, double seconds) {
    VirtualWorld world = new VirtualWorld();
    CrowdRecorder recorder = new CrowdRecorder(world::now, "test");
    List<Target> targets = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      targets.add(
          world.open(
              name,
              1,
              (line, target, cookie, body) ->
                  line.answer(
                      Math.floorMod(world.now(), 97) / 10.0,
                      world.now() % 50 == 7
                          ? new HttpAnswer(500, List.of(), "", "", "", true, "")
                          : VirtualWorld.ok("hello", "theme=dark"))));
    }
    Crowd crowd = world.crowd(plan, targets, recorder);
    crowd.start(plan.isOpen() ? Duration.ZERO : Duration.ofSeconds(5));
    world.run(seconds);
    CrowdFigures figures = recorder.currentFigures();
    CrowdTally tally = crowd.tally();
    crowd.close();
    return new Seen(figures, tally);
  }

  private static CrowdPlan plan(double requestsPerSecond) {
    return new CrowdPlan(
        USERS,
        List.of(new Page("/a", RequestBody.NONE, 2), new Page("/b", RequestBody.NONE, 1)),
        new ThinkTime(
            requestsPerSecond > 0
                ? ThinkTime.Distribution.FIXED
                : ThinkTime.Distribution.EXPONENTIAL,
            Duration.ofMillis(500)),
        ThinkFrom.RESPONSE,
        requestsPerSecond,
        Duration.ofSeconds(5),
        Duration.ofMillis(20),
        "JSESSIONID",
        7);
  }
}
