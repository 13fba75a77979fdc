// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Drills whose schedule does not go as planned: there is a report all the same, and it is bad. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class UnplayedDrillIT {
  private static final String TWO_KILLS =
      """
      scenario: two-kills
      summary: A node is killed and comes back, then another one is killed.
      nodes: 3
      users: 30
      length: 6s
      steps:
        - at: 1s
          kill: node-1
          for: 2s
        - at: 1s
          kill: node-2
      """;

  @TempDir private Path directory;
  private final List<String> progress = new CopyOnWriteArrayList<>();
  private final List<String> done = new ArrayList<>();

  @Test
  void tellsWhatWasSeen_whenAFaultFailsInTheMidst() throws Exception {
    DrillReport report =
        play(
            TWO_KILLS,
            new Unwilling() {
              @Override
              public void inflict(Fault fault, List<ClusterNode> victims) {
                if (!done.isEmpty()) {
                  throw new FaultException("node-2 cannot be killed\nas it said: no");
                }
                done.add("killed");
                super.inflict(fault, victims);
              }
            });

    assertThat(report.verdict()).isEqualTo("broken");
    assertThat(report.reasons()).contains("not played to its end: node-2 cannot be killed");
    assertThat(report.incidents()).hasSize(2);
    assertThat(report.incidents().get(1).what())
        .as("waits for users and balancer to get over the first")
        .matches("killed node-2 \\(at \\d+\\.\\d s instead of 1\\.0 s\\)");
    assertThat(report.truth().usersVerified()).isEqualTo(30);
    assertThat(report.truth().lostUpdates()).isZero();
    assertThat(done).as("what lasts is taken back").containsExactly("killed", "started node-1");
    assertThat(progress).anyMatch(line -> line.contains("as it said: no"));
  }

  @Test
  void tellsWhatWasSeen_whenANodeDoesNotComeBack() throws Exception {
    DrillReport report =
        play(
            TWO_KILLS.substring(0, TWO_KILLS.lastIndexOf("  - at")),
            new Unwilling() {
              @Override
              public void start(ClusterNode node, Consumer<String> heard) {
                throw new ClusterStartException(node.name() + " does not serve");
              }
            });

    assertThat(report.reasons()).contains("not played to its end: node-1 does not serve");
    assertThat(report.incidents()).hasSize(1);
    assertThat(report.truth().usersVerified()).isEqualTo(30);
  }

  @Test
  void isBrokenWithAllThatWasSeen_whenTheClusterCannotBeLeftAsItWas() throws Exception {
    DrillReport report =
        play(
            kill(),
            new Unwilling() {
              @Override
              public void close() {
                super.close();
                throw new FaultException("node-1 is still cut off");
              }
            });

    assertThat(report.verdict()).isEqualTo("broken");
    assertThat(report.reasons())
        .containsExactly("not left as it was found: node-1 is still cut off");
    assertThat(report.truth().usersVerified()).isEqualTo(30);
  }

  @Test
  void takesBackWhatHasLastedItsTime_whileSomethingElseWaitsForUsers() throws Exception {
    String pauseAndKill =
        TWO_KILLS
            .substring(0, TWO_KILLS.indexOf("  - at"))
            .concat(
                """
                  - at: 500ms
                    pause: node-1
                    for: 1500ms
                  - at: 1s
                    kill: node-2
                """);

    DrillReport report = play(pauseAndKill, new Unwilling());

    IncidentReport pause = report.incidents().get(0);
    IncidentReport kill = report.incidents().get(1);
    assertThat(pause.healedSeconds())
        .as("the kill waits for users of the paused node, who wait for 2 s")
        .isNotNull()
        .isLessThanOrEqualTo(kill.atSeconds());
  }

  /** One that stands still does not hear that it is to stop: that is no time to tell it. */
  @Test
  void waitsForTheEndOfAPause_beforeItsNodeIsToStop() throws Exception {
    DrillReport report = play(pauseAndShrink("    for: 7s\n"), new Unwilling());

    assertThat(report.incidents())
        .extracting(IncidentReport::kind)
        .containsExactly("pause", "shrink");
    assertThat(report.incidents().get(1).atSeconds())
        .isGreaterThanOrEqualTo(report.incidents().get(0).healedSeconds());
  }

  @Test
  void isBrokenAtOnce_whenTheNodeThatIsToStopIsPausedForGood() throws Exception {
    DrillReport report = play(pauseAndShrink(""), new Unwilling());

    assertThat(report.reasons())
        .contains("not played to its end: node-3 is paused and cannot be stopped meanwhile");
    assertThat(report.incidents()).extracting(IncidentReport::kind).containsExactly("pause");
  }

  private static String pauseAndShrink(String lasting) {
    return TWO_KILLS
        .substring(0, TWO_KILLS.indexOf("  - at"))
        .replace("length: 6s", "length: 8s")
        .concat("  - at: 500ms\n    pause: node-3\n" + lasting + "  - at: 1s\n    shrink: 2\n");
  }

  @Test
  void tellsWhatIsLeftBehind_whenItIsStoppedAndCannotTakeItBack() {
    Unwilling stopping =
        new Unwilling() {
          @Override
          public void inflict(Fault fault, List<ClusterNode> victims) {
            super.inflict(fault, victims);
            Thread.currentThread().interrupt();
          }

          @Override
          public void close() {
            super.close();
            throw new FaultException("node-1 is still cut off");
          }
        };

    Throwable stopped = catchThrowable(() -> play(kill(), stopping));

    assertThat(Thread.interrupted() || stopped instanceof InterruptedException).isTrue();
    assertThat(Drill.leftBehind((Exception) stopped)).hasValue("node-1 is still cut off");
    assertThat(Drill.leftBehind(new InterruptedException())).isEmpty();
  }

  @Test
  void isBroken_whenANodeEndsByItself() throws Exception {
    DrillReport report =
        play(
            kill(),
            new Unwilling() {
              @Override
              public void inflict(Fault fault, List<ClusterNode> victims) {
                super.inflict(fault, victims);
                nodes().stream()
                    .filter(ClusterNode::alive)
                    .findFirst()
                    .ifPresent(ClusterNode::kill);
              }
            });

    assertThat(report.reasons()).anyMatch(reason -> reason.endsWith(" ended by itself"));
  }

  @Test
  void isBroken_whenAStepDoesNothing() throws Exception {
    String leavesTwo =
        TWO_KILLS.replace("node-1\n    for: 2s", "fullest").replace("kill: node-2", "grow: 2");
    DrillReport report = play(leavesTwo, new Unwilling());

    assertThat(report.reasons())
        .anyMatch(reason -> reason.startsWith("nothing was done by the step"));
  }

  private static Scenario kill() {
    return ScenarioLibrary.read("kill").sized(3, 1, 30).lasting(Duration.ofSeconds(3));
  }

  private DrillReport play(String scenario, Unwilling cluster) throws Exception {
    Path file = directory.resolve("scenario.yaml");
    Files.writeString(file, scenario);
    return play(ScenarioLibrary.find(file.toString()).sized(3, 1, 30), cluster);
  }

  private DrillReport play(Scenario scenario, Unwilling cluster) throws Exception {
    return new Drill(
            FakeCluster.plan(scenario, AckMode.SYNC, 0),
            (settings, heard) -> cluster,
            progress::add)
        .run();
  }

  /** Does as it is told, unless a test has it otherwise. */
  private class Unwilling implements Cluster {
    private final FakeCluster honest = new FakeCluster(3, Honesty.SHARES);

    @Override
    public List<ClusterNode> nodes() {
      return honest.nodes();
    }

    @Override
    public Optional<String> lacks(Fault fault) {
      return honest.lacks(fault);
    }

    @Override
    public void inflict(Fault fault, List<ClusterNode> victims) {
      honest.inflict(fault, victims);
    }

    @Override
    public void heal(Fault fault, List<ClusterNode> victims) {
      honest.heal(fault, victims);
    }

    @Override
    public void start(ClusterNode node, Consumer<String> heard) {
      done.add("started " + node.name());
    }

    @Override
    public void close() {
      honest.close();
    }
  }
}
