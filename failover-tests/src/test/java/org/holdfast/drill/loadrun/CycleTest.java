// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.stage.Bound;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CycleTest {
  private final VirtualStage stage = new VirtualStage();

  @ParameterizedTest
  @CsvSource({
    "10, 60_000, 60_000",
    "10.01, 60_000, 60_060",
    "9.99, 60_000, 59_940",
    "9.5, 60_000, 66_500",
    "70, 60_000, 70_000",
    "200, 1_000, 200_000",
    "0.0021, 5_000, 5_000",
    "0, 5_000, 5_000"
  })
  void lastsWholeCycles_oneAtLeast_andNotNoticeablyLessThanAsked(
      double cycleSeconds, String askedMillis, String wholeMillis) {
    Duration asked = Duration.ofMillis(Long.parseLong(askedMillis.replace("_", "")));

    Duration whole = new Cycle(cycleSeconds).whole(asked);

    assertThat(whole)
        .isBetween(
            Duration.ofMillis(Long.parseLong(wholeMillis.replace("_", "")) - 1),
            Duration.ofMillis(Long.parseLong(wholeMillis.replace("_", "")) + 1));
  }

  @Test
  void tellsHowLongItTakesAtMost_withWholeCyclesAndTheLastRequests() throws Exception {
    stage.think = new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofSeconds(10));
    stage.stages = "1/15/1";

    LoadReport report = stage.run();

    // Two cycles of 10.01 s, a second of ramp-down, and 3.2 s for requests that are open then.
    assertThat(report.result().seconds()).isEqualTo(20.02, within(0.06));
    assertThat(leftAtMost("steady", 1)).isEqualTo(19 + 1 + 3, within(1.0));
    assertThat(leftAtMost("steady", 20)).isEqualTo(1 + 3, within(1.0));
  }

  /** Seconds, as told a while after the phase had begun. */
  private double leftAtMost(String phase, int seconds) {
    Matcher told =
        Pattern.compile(phase + " +" + seconds + " s, +(\\d+) s left at most.*")
            .matcher(String.join("\n", stage.said));
    assertThat(told.find()).as("%d s of %s in %s", seconds, phase, stage.said).isTrue();
    return Double.parseDouble(told.group(1));
  }

  @Test
  void failsAStage_whoseAnswersTakeLongerThanItsCycle() throws Exception {
    stage.thinkFrom = ThinkFrom.CYCLE;
    stage.stages = "0/30/1";
    stage.maxWarmUp = Duration.ofSeconds(5);
    stage.serving = stage.inTurn(30);

    LoadReport report = stage.run();

    assertThat(VirtualStage.failed(report)).containsExactly("bound");
    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(VirtualStage.words(report, "warm-up"))
        .endsWith(", as answers took longer than a cycle");
  }

  @Test
  void doubtsAStage_whoseAnswersTakeLessThanItsCycleButAreNotSteady() throws Exception {
    stage.thinkFrom = ThinkFrom.CYCLE;
    stage.stages = "2/5/1";
    stage.maxWarmUp = Duration.ofSeconds(5);
    stage.bound = new Bound(90, 5, 0);
    stage.serving = (session, counter) -> 10 * Math.exp(stage.seconds() / 5);

    assertThat(VirtualStage.failed(stage.run())).contains("warm-up");
  }
}
