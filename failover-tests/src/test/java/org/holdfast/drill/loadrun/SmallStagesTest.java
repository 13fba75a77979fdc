// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.drill.Seeds;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.stage.Bound;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole stages in virtual time by many seeds: chance alone makes no stage of few users or short
 * time invalid, and users that are missing make one so.
 */
class SmallStagesTest {
  private static final int SEEDS = Seeds.count(Math.min(1_000, Integer.getInteger("seeds", 100)));

  static Stream<Arguments> good() {
    return Stream.of(
        good("10 users, 10 s", 10, "2/10/1", stage -> {}),
        good("20 users, 10 s", 20, "2/10/1", stage -> {}),
        good("50 users, 10 s", 50, "2/10/1", stage -> {}),
        good("8 users, 15 s, as in capacity", 8, "2/15/1", stage -> {}),
        good(
            "10 users that wait as long as they think",
            10,
            "2/10/1",
            stage -> {
              Random random = new Random(stage.seed);
              stage.think = think(ThinkTime.Distribution.EXPONENTIAL, 250);
              stage.serving = (s, c) -> 50 + 400 * random.nextDouble();
            }),
        good(
            "uniform think times",
            10,
            "2/10/1",
            stage -> stage.think = think(ThinkTime.Distribution.UNIFORM, 1_000)),
        good("cycles", 10, "2/10/1", stage -> stage.thinkFrom = ThinkFrom.CYCLE),
        good(
            "uniform cycles",
            10,
            "2/10/1",
            stage -> {
              stage.thinkFrom = ThinkFrom.CYCLE;
              stage.think = think(ThinkTime.Distribution.UNIFORM, 1_000);
            }));
  }

  private static Arguments good(
      String name, int users, String stages, Consumer<VirtualStage> make) {
    return Arguments.of(name, users, stages, make);
  }

  private static ThinkTime think(ThinkTime.Distribution distribution, long millis) {
    return new ThinkTime(distribution, Duration.ofMillis(millis));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("good")
  void areValid_whenAllIsWell(String name, int users, String stages, Consumer<VirtualStage> make) {
    List<String> invalid = new ArrayList<>();
    for (long seed : Seeds.of(SEEDS).toArray()) {
      VirtualStage stage = new VirtualStage();
      stage.seed = seed;
      stage.users = users;
      stage.stages = stages;
      make.accept(stage);
      LoadReport report = stage.runUnseen(6);
      if (!report.verdict().equals("valid")) {
        invalid.add("seed " + seed + ": " + report.reasons());
      }
    }

    // Chance makes one stage in 300 invalid, or fewer.
    assertThat(invalid).as(name).hasSizeLessThanOrEqualTo(SEEDS > 1 ? 4 + SEEDS / 100 : 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void becomeSteady_whenAFewUsersAskSeldom_inAWarmUpOfTenSeconds(int users) throws Exception {
    VirtualStage stage = new VirtualStage();
    stage.users = users;
    stage.maxWarmUp = Duration.ofSeconds(10);

    assertThat(VirtualStage.failed(stage.run())).doesNotContain("warm-up");
  }

  @Test
  void areInvalid_whenTheyHadNoWarmUp() throws Exception {
    VirtualStage stage = new VirtualStage();
    stage.maxWarmUp = Duration.ZERO;

    assertThat(VirtualStage.failed(stage.run())).contains("warm-up");
  }

  static Stream<Arguments> missing() {
    return Stream.of(
        Arguments.of(
            "never come",
            (Consumer<VirtualStage>) stage -> stage.in("ramp-up", drivers -> drivers.leave(0.05))),
        Arguments.of(
            "leave",
            (Consumer<VirtualStage>) stage -> stage.in("steady", drivers -> drivers.leave(0.05))),
        Arguments.of(
            "never wake from a pause",
            (Consumer<VirtualStage>)
                stage -> stage.in("steady", drivers -> stage.world.forget(user -> user < 5))),
        Arguments.of(
            "wait for ever",
            (Consumer<VirtualStage>)
                stage -> {
                  stage.timeout = Duration.ofMinutes(10);
                  stage.in("steady", drivers -> stage.serving = (s, c) -> s <= 5 ? null : 10.0);
                }));
  }

  @ParameterizedTest(name = "that {0}")
  @MethodSource("missing")
  void areInvalidByLittlesLaw_whenOneOfTwentyUsersIsMissing(
      String name, Consumer<VirtualStage> make) {
    for (long seed : Seeds.of(20).toArray()) {
      VirtualStage stage = new VirtualStage();
      stage.seed = seed;
      stage.stages = "5/60/1";
      make.accept(stage);

      assertThat(VirtualStage.failed(stage.runUnseen(6)))
          .as("seed %d", seed)
          .contains("littles-law");
    }
  }

  @Test
  void areValid_whenRequestsFailThatMay() throws Exception {
    for (long millis : new long[] {1_000, 100}) {
      VirtualStage stage = new VirtualStage();
      stage.think = think(ThinkTime.Distribution.EXPONENTIAL, millis);
      stage.bound = new Bound(90, 800, 10);
      stage.failing(0.05);

      LoadReport report = stage.run();

      assertThat(report.reasons()).isEmpty();
      assertThat(report.result().failedRequests()).isPositive();
      assertThat(VirtualStage.words(report, "think-time"))
          .matches(".*, plus 0\\.0[0-9]{3} s on average after failures");
    }
  }
}
