// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.demo.StandardWorkload;
import org.holdfast.drill.node.EmbeddedNode;
import org.holdfast.drill.node.LocalNode;
import org.holdfast.drill.run.Workload;
import org.holdfast.history.SessionLog;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every demo application can be driven, with what its answers look like. */
@Timeout(60)
class DrivenWorkloadsIT {
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final int USERS = 5;

  private static EmbeddedNode node;

  @BeforeAll
  static void startNode() throws Exception {
    node = EmbeddedNode.start(LocalNode.settings("alpha"));
  }

  @AfterAll
  static void stopNode() {
    node.close();
  }

  @ParameterizedTest
  @EnumSource(StandardWorkload.class)
  void drivesEachWorkload(StandardWorkload workload) throws Exception {
    Optional<AnswerPattern> pattern =
        switch (workload.answer()) {
          case LINE -> Optional.empty();
          case SERIAL -> Optional.of(AnswerPattern.of("^(\\d+)$"));
          case PAGE -> Optional.of(AnswerPattern.of("Hello, visitor \\d+|pong"));
        };
    drive(workload.path(), pattern, workload.hasSessions());
  }

  @ParameterizedTest
  @EnumSource(Workload.class)
  void drivesWhatDrillsAskFor(Workload workload) throws Exception {
    drive(workload.path(), workload.expected().map(AnswerPattern::of), workload.hasSessions());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/session",
        "/granular",
        "/clusterbench/granular",
        "/clusterbench/hello-sessions",
        "/clusterbench/cart",
        "/clusterbench/big-session",
        "/clusterbench/session-validation"
      })
  void drivesWhatCountsFromNought(String path) throws Exception {
    drive(path, Optional.of(AnswerPattern.of("^(\\d+)$")), true);
  }

  @Test
  void readsTheDemosLineByAnExpressionToo() throws Exception {
    drive("/cart", Optional.of(AnswerPattern.of("counter=(\\d+) ")), true);
  }

  private static void drive(String path, Optional<AnswerPattern> pattern, boolean hasSessions)
      throws Exception {
    for (int parallel : new int[] {1, 3}) {
      LoadRecorder recorder = new LoadRecorder("test");
      try (LoadDriver driver =
          new LoadDriver(
              settings(path, parallel, pattern),
              List.of(new Target("alpha", node.http())),
              GrizzlyHttpEngine.start(1),
              recorder)) {
        driver.start(Duration.ZERO);
        await().atMost(BOUND).until(() -> recorder.currentFigures().answers() > 20 * USERS);
        assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();

        assertThat(recorder.currentFigures().totalFailures()).as("errors").isZero();
        for (SessionLog log : driver.histories()) {
          assertThat(HistoryChecks.of(log)).as("%s of %s", log.name(), path).isEmpty();
        }
        assertThat(driver.sessionKeys()).allMatch(key -> key.isEmpty() != hasSessions);
      }
    }
  }

  private static LoadSettings settings(String path, int parallel, Optional<AnswerPattern> pattern) {
    return new LoadSettings(
        USERS,
        path,
        new ThinkTime(ThinkTime.Distribution.UNIFORM, Duration.ofMillis(5)),
        Duration.ofSeconds(10),
        Duration.ofMillis(20),
        1,
        0,
        0,
        Routing.STICKY,
        parallel,
        pattern,
        "JSESSIONID",
        LoadSettings.ALWAYS,
        Optional.empty());
  }
}
