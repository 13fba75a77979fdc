// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.demo.StandardWorkload;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class CapacityOptionsTest {
  /** Four fifths of the warm-up are the longest that a stage waits for long think times. */
  @ParameterizedTest
  @CsvSource({
    "EXPONENTIAL, 1s, 10000",
    "EXPONENTIAL, 8s, 53338",
    "UNIFORM, 8s, 18000",
    "FIXED, 0s, 10000",
    "FIXED, 600s, 600000"
  })
  void leaveTimeForTheLongestThinkTime(
      ThinkTime.Distribution distribution, String mean, long millis) {
    ThinkTime think =
        new ThinkTime(distribution, Duration.parse("PT" + mean.toUpperCase(Locale.ROOT)));

    assertThat(CapacityOptions.usualWarmUpMillis(think)).isEqualTo(millis);
  }

  @Test
  void nameEachClientToSessionValidation() {
    CapacityPlan plan = plan("--workload", "session-validation");

    assertThat(plan.pages())
        .singleElement()
        .extracting(Object::toString)
        .asString()
        .contains("/session-validation?client={user}");
    assertThat(plan.thinkTime().mean()).isEqualTo(Duration.ofMillis(50));
  }

  /** Of users who never think a single one keeps a CPU over any cap. */
  @ParameterizedTest
  @EnumSource
  void leaveUsersOfEachWorkloadTimeToThink(StandardWorkload workload) {
    CapacityPlan plan = plan("--workload", workload.toString());

    assertThat(plan.thinkTime().mean()).isPositive();
    assertThat(plan.pages().toString()).contains(workload.path());
  }

  @Test
  void followCounters_unlessTheySayThatNoneCounts() {
    assertThat(plan().followCounters()).isEqualTo(FollowCounters.AUTO);
    assertThat(plan("--path", "/shop", "--follow-counters", "none").followCounters())
        .isEqualTo(FollowCounters.NONE);
    assertThat(plan("--workload", "ping").followCounters())
        .as("whatever cookies a proxy sets")
        .isEqualTo(FollowCounters.NONE);
    assertThatThrownBy(() -> plan("--workload", "ping", "--follow-counters", "none"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a workload that has no sessions");
  }

  @Test
  void refuseOneFileForBothReports_andPathsThatNoRequestLineCanHold() {
    assertThatThrownBy(() -> plan("--json", "a.txt", "--html", "./a.txt"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--json")
        .hasMessageContaining("--html");
    for (String path : List.of("/a b", "/a#b", "shop", "/\u00e4", "/a\r\nX: y")) {
      assertThatThrownBy(() -> plan("--path", path))
          .as(path)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the path of a page must be a slash and printable ASCII");
    }
    assertThat(plan("--path", "/shop/cart;v=1?a=b&c=%20").pages()).hasSize(1);
  }

  @Test
  void searchTwiceWhatIsCompared_unlessTheySayHowOften() {
    assertThat(plan(2, "--compare", "holdfast,none").rounds()).isEqualTo(2);
    assertThat(plan(2, "--compare", "holdfast,none", "--rounds", "1").rounds()).isEqualTo(1);
    assertThat(plan(2, "--node-counts", "2,3").rounds()).isEqualTo(1);
    assertThat(plan(1, "--compare", "holdfast").rounds()).isEqualTo(1);
    assertThat(plan().rounds()).isEqualTo(1);
  }

  /** A line that also has options which say what is compared. */
  private static CapacityPlan plan(int contenders, String... arguments) {
    CapacityOptions options = new CapacityOptions();
    CommandLine line =
        new CommandLine(
            CommandSpec.create()
                .addMixin("options", CommandSpec.forAnnotatedObject(options))
                .addMixin("subjects", CommandSpec.forAnnotatedObject(new Subjects())));
    IdleOptions given = new IdleOptions(line.parseArgs(arguments));
    return options.plan(Collections.nCopies(contenders, 2), true, false, given);
  }

  private static CapacityPlan plan(String... arguments) {
    CapacityOptions options = new CapacityOptions();
    CommandLine line =
        new CommandLine(
            CommandSpec.create().addMixin("options", CommandSpec.forAnnotatedObject(options)));
    IdleOptions given = new IdleOptions(line.parseArgs(arguments));
    return options.plan(List.of(2), true, false, given);
  }
}
