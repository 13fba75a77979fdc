// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.holdfast.drill.cli.StopOnExit;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.TextReport;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whole drills against fake nodes: the verdict must tell the honest cluster from the others. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class DrillIT {
  private static final int USERS = 30;

  private final List<FakeCluster> launched = new ArrayList<>();
  private final List<String> progress = new CopyOnWriteArrayList<>();

  @Test
  void holds_whenSessionsAreShared() throws Exception {
    DrillReport report = drill(Honesty.SHARES, AckMode.SYNC);

    assertThat(report.reasons()).isEmpty();
    assertThat(report.verdict()).isEqualTo("holds");
    assertThat(report.truth().lostUpdates()).isZero();
    assertThat(report.truth().usersVerified()).isEqualTo(USERS);
    assertThat(kill(report).usersOnNodes()).isEqualTo(10);
    assertThat(kill(report).movedSessions()).isEqualTo(10);
    assertThat(kill(report).firstRightAnswer().count()).isEqualTo(10);
    // Who was in mid-request at the kill is chance; VirtualUserTest has the rule.
    assertThat(kill(report).turnedAtOnce().count()).isLessThanOrEqualTo(10);
    assertThat(kill(report).viewChangeAllMillis()).isNotNull();
    assertThat(report.phases())
        .extracting(PhaseReport::phase)
        .containsExactly("ramp-up", "warm-up", "before", "during", "after", "final");
    assertThat(report.phases().get(2).requestsPerSecond())
        .as("closed users: X = N / (Z + R)")
        .isCloseTo(USERS / 0.1, within(90.0));
    assertThat(launched).allMatch(FakeCluster::closed);
    assertThat(progress).anyMatch(line -> line.startsWith("before"));
    assertThat(TextReport.lines(report))
        .last()
        .asString()
        .startsWith("VERDICT: holds: 30 of 30 users kept every answered update");
  }

  @Test
  void isBroken_whenSessionsAreNotShared() throws Exception {
    DrillReport report = drill(Honesty.SHARES_NOTHING, AckMode.SYNC);

    assertThat(report.verdict()).isEqualTo("broken");
    assertThat(report.truth().resetSessions()).isEqualTo(10);
    assertThat(report.truth().lostUpdates()).isGreaterThanOrEqualTo(10);
    assertThat(kill(report).movedSessions()).isZero();
    assertThat(report.reasons()).contains("10 sessions were reset");
  }

  @Test
  void isBroken_whenAnAnsweredUpdateIsLost() throws Exception {
    DrillReport report = drill(Honesty.LOSES_AN_UPDATE, AckMode.SYNC);

    assertThat(report.verdict()).isEqualTo("broken");
    assertThat(report.truth().lostUpdates()).isBetween(25L, 35L);
    assertThat(report.truth().resetSessions()).isZero();
    assertThat(report.reasons()).anyMatch(reason -> reason.endsWith("answered updates were lost"));
  }

  @Test
  void allowsOnlyWhatTheVictimAnsweredLast_whenAsync() throws Exception {
    DrillReport report = drill(Honesty.LOSES_AN_UPDATE, AckMode.ASYNC);

    assertThat(report.verdict()).as("survivors lost updates too").isEqualTo("broken");
    assertThat(report.truth().lostUpdatesAllowed()).as("of the 10 users there").isEqualTo(10);
    assertThat(report.reasons()).anyMatch(reason -> reason.contains("async may not lose"));
  }

  @Test
  void holds_whenUsersOfTheVictimLoseTheirLastUpdate_whenAsync() throws Exception {
    DrillReport report = drill(Honesty.LOSES_THE_LAST_OF_THE_DEAD, AckMode.ASYNC);

    assertThat(report.reasons()).isEmpty();
    // Whose answer was lost with the victim did not lose it.
    assertThat(report.truth().lostUpdates()).isBetween(5L, 10L);
    assertThat(report.truth().lostUpdatesAllowed()).isEqualTo(report.truth().lostUpdates());
    assertThat(kill(report).usersWithoutRightAnswer()).isZero();
    assertThat(kill(report).movedSessions()).isEqualTo(10);
    assertThat(kill(report).firstRightAnswer().count()).isEqualTo(10);
    assertThat(kill(report).waited().count()).isEqualTo(USERS);
  }

  @Test
  void isBroken_whenTheyLoseOlderUpdatesToo_whenAsync() throws Exception {
    DrillReport report = drill(Honesty.LOSES_MORE_OF_THE_DEAD, AckMode.ASYNC);

    assertThat(report.reasons())
        .anyMatch(reason -> reason.contains("async may not lose"))
        .anyMatch(reason -> reason.endsWith("users never had a right answer after: killed node-1"));
    assertThat(kill(report).usersWithoutRightAnswer()).isBetween(5, 10);
  }

  @Test
  void isBroken_whenNobodyRecovers() throws Exception {
    DrillReport report = drill(Honesty.NEVER_RECOVERS, AckMode.SYNC);

    assertThat(report.verdict()).isEqualTo("broken");
    // A survivor may still have answered someone while the signal was on its way.
    assertThat(kill(report).usersWithoutRightAnswer()).isBetween(25, USERS);
    assertThat(report.reasons())
        .anyMatch(reason -> reason.endsWith("users never had a right answer after: killed node-1"))
        .contains("30 users had no answer to their last request");
    assertThat(report.errors()).containsKey("unavailable");
  }

  @Test
  void isBroken_whenNoSurvivorNoticesTheDeath() throws Exception {
    DrillReport report = drill(Honesty.NEVER_CHANGES_VIEW, AckMode.SYNC);

    assertThat(report.reasons())
        .containsExactly("not every other node showed a view without node-1");
    assertThat(kill(report).viewChangeAllMillis()).isNull();
  }

  @Test
  void holds_whenUsersLogInAndOutAndTheirFormerIdsLeadNowhere() throws Exception {
    DrillReport report = drill(Honesty.SHARES, AckMode.SYNC, 5);

    assertThat(report.reasons()).isEmpty();
    assertThat(report.truth().usersVerified()).isEqualTo(USERS);
    assertThat(report.truth().formerIds().logins()).as("logins").isGreaterThan(5);
    assertThat(report.truth().formerIds().logouts()).as("logouts").isGreaterThan(5);
    assertThat(report.truth().formerIds().tried()).as("former ids tried").isGreaterThan(10);
    assertThat(report.truth().labelledAnswers())
        .as("answers that said on which state they rest")
        .isEqualTo(report.truth().answeredUpdates());
    assertThat(report.errors()).as("of the node that was killed").doesNotContainKey("wrong-answer");
  }

  @Test
  void isBroken_whenEndedSessionsComeBackAfterTheDeath() throws Exception {
    DrillReport report = drill(Honesty.RESURRECTS, AckMode.SYNC, 10);

    assertThat(report.verdict()).isEqualTo("broken");
    assertThat(report.truth().resurrectedAnswers())
        .as("of %s", TextReport.lines(report))
        .isPositive();
    assertThat(report.reasons())
        .anyMatch(reason -> reason.endsWith("answers came from a session that had ended"));
    assertThat(report.truth().examples()).anyMatch(example -> example.contains("(resurrected)"));
  }

  @Test
  void isBroken_whenFormerIdsOfSessionsAreStillServed() throws Exception {
    DrillReport report = drill(Honesty.KEEPS_FORMER_IDS, AckMode.SYNC, 10);

    assertThat(report.truth().resurrectedAnswers()).isPositive();
    assertThat(report.reasons())
        .contains(
            report.truth().resurrectedAnswers() + " answers came from a session that had ended");
  }

  @Test
  void isBroken_whenAnAnswerRestsOnAnOlderState() throws Exception {
    DrillReport report = drill(Honesty.FORGETS_ITS_EPOCH, AckMode.SYNC);

    assertThat(report.truth().regressedAnswers()).isPositive();
    assertThat(report.truth().lostUpdates()).isZero();
    assertThat(report.reasons())
        .contains(
            report.truth().regressedAnswers()
                + " answers rested on an older state than answers before them");
  }

  @Test
  void writesEachRunAndTheirSum(@TempDir Path directory) throws Exception {
    List<Honesty> runs = List.of(Honesty.SHARES, Honesty.SHARES_NOTHING);
    Path json = directory.resolve("drill.json");

    boolean held =
        new DrillRuns(
                FakeCluster.plan(kill(), AckMode.SYNC, 0),
                (settings, heard) -> launched(settings.nodes(), runs.get(launched.size())),
                progress::add,
                runs.size(),
                json,
                null)
            .play();

    assertThat(held).isFalse();
    assertThat(launched).hasSize(2).allMatch(FakeCluster::closed);
    assertThat(directory.toFile().list())
        .containsExactlyInAnyOrder("drill-1.json", "drill-2.json", "drill.json");
    JsonNode sum = new ObjectMapper().readTree(json.toFile());
    assertThat(sum.path("held").asInt()).isEqualTo(1);
    assertThat(sum.findValuesAsText("verdict")).containsExactly("holds", "broken");
    assertThat(sum.at("/answers/reset").asInt()).isEqualTo(10);
    assertThat(sum.at("/answers/answered").asLong())
        .isEqualTo(answered(directory, 1) + answered(directory, 2));
    assertThat(progress)
        .contains("2 runs of kill: 1 held, 1 broken", "sum of all runs written to " + json);
  }

  @Test
  void stopsTheCluster_whenTheProcessIsToldToEnd() throws Exception {
    CompletableFuture<StopOnExit> hook = new CompletableFuture<>();
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread drill =
        new Thread(
            () -> {
              try (StopOnExit stop = StopOnExit.watch(Thread.currentThread())) {
                hook.complete(stop);
                outcome.complete(new AssertionError(drill(Honesty.SHARES, AckMode.SYNC).verdict()));
              } catch (Exception e) {
                outcome.complete(e);
              }
            });
    drill.start();
    await().until(() -> progress.stream().anyMatch(line -> line.startsWith("before")));

    hook.join().stop();

    assertThat(outcome.join()).isInstanceOf(InterruptedException.class);
    assertThat(launched).hasSize(1).allMatch(FakeCluster::closed);
  }

  private static IncidentReport kill(DrillReport report) {
    assertThat(report.incidents()).hasSize(1);
    return report.incidents().get(0);
  }

  private static Scenario kill() {
    return ScenarioLibrary.read("kill").sized(3, 1, USERS).lasting(Duration.ofMillis(3_750));
  }

  private DrillReport drill(Honesty honesty, AckMode ack) throws Exception {
    return drill(honesty, ack, 0);
  }

  private DrillReport drill(Honesty honesty, AckMode ack, int loginPercent) throws Exception {
    return new Drill(
            FakeCluster.plan(kill(), ack, loginPercent),
            (settings, heard) -> launched(settings.nodes(), honesty),
            progress::add)
        .run();
  }

  private FakeCluster launched(int nodes, Honesty honesty) {
    FakeCluster cluster = new FakeCluster(nodes, honesty);
    launched.add(cluster);
    return cluster;
  }

  private static long answered(Path directory, int run) throws Exception {
    return new ObjectMapper()
        .readTree(directory.resolve("drill-" + run + ".json").toFile())
        .at("/truth/answeredUpdates")
        .asLong();
  }
}
