// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.holdfast.drill.plan.report.CapacityHtml;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.holdfast.drill.plan.report.CapacityText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The loss of nodes that ran already, by their owner's commands. */
@Timeout(60)
class OwnedLossTest {
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir private Path directory;

  @Test
  void isSurvived_andSaysWhatBecameOfTheNode() throws Exception {
    OwnedNodes nodes = new OwnedNodes(2);
    nodes.afterwards = "node-2 was started again, and answers";

    CapacityReport report = nodes.report(Simulations.plan(0.45, 1, 19_000));

    Loss loss = loss(report);
    assertThat(report.verdict()).as("%s", report.reasons()).isEqualTo("valid");
    assertThat(loss.survived()).isTrue();
    assertThat(loss.killed()).containsExactly("node-2");
    assertThat(nodes.startedAgain).containsExactly("node-2");
    assertThat(loss.afterwards()).isEqualTo("node-2 was started again, and answers");
    assertThat(CapacityText.lines(report))
        .contains("          node-2 was started again, and answers");
    assertThat(page(report)).contains(" Afterwards: node-2 was started again, and answers.");
  }

  @Test
  void isNotKnown_whenTheCommandFails() throws Exception {
    OwnedNodes nodes = new OwnedNodes(2);
    nodes.failure = "command kill ended with 7: docker kill node-2; it said: no\nsuch container\n";

    CapacityReport report = nodes.report(Simulations.plan(0.6, 1, 19_000));

    Loss loss = loss(report);
    String why =
        "node-2 could not be killed: command kill ended with 7: docker kill node-2; it said: no such"
            + " container";
    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .startsWith("whether the loss of nodes is survived is not known: ")
        .endsWith("Not tried: " + why);
    assertThat(loss.survived()).isNull();
    assertThat(loss.measuredCap()).isNull();
    assertThat(loss.killed()).isEmpty();
    assertThat(loss.stage().verdict()).isEqualTo("invalid");
    assertThat(loss.stage().words()).containsExactly(why);
    assertThat(page(report)).contains("safe for a loss, not tried");
    assertThat(nodes.startedAgain).as("a command that fails may have worked").isNotEmpty();
  }

  @Test
  void isNotSurvived_whenUpdatesAreLostThoughTheCommandFailedForOne() throws Exception {
    OwnedNodes nodes = new OwnedNodes(3);
    nodes.failure = "command kill ended with 7: false";
    nodes.killedAllTheSame.add("node-2");
    nodes.simulated.afterLoss.add("updates");

    CapacityReport report = nodes.report(Simulations.plan(0.3, 2, 19_000));

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(loss(report).killed()).containsExactly("node-2");
    assertThat(loss(report).misses())
        .containsExactly(
            "node-3 could not be killed: command kill ended with 7: false",
            "3 answered updates were lost");
  }

  @Test
  void isNotSurvived_whenASurvivorLetsNobodyInAnyMore() throws Exception {
    OwnedNodes nodes = new OwnedNodes(3);
    nodes.simulated.errorsAfterLoss.put("refused", 7L);
    nodes.refusing.addAll(List.of("node-2", "node-3"));

    CapacityReport report = nodes.report(Simulations.plan(0.3, 1, 19_000));

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(loss(report).killed()).containsExactly("node-3");
    assertThat(loss(report).misses()).contains("node-2 ended, too");
  }

  @Test
  void killsTheLastOfThem() throws Exception {
    OwnedNodes nodes = new OwnedNodes(3);
    LossTrial trial = new LossTrial(nodes, 2, false, SOON, PATIENCE);

    lose(trial, nodes);

    assertThat(trial.dead()).isEqualTo(List.of("node-2", "node-3"));
  }

  @Test
  void isNoLoss_whenTheNodeGoesOnAnswering() throws Exception {
    OwnedNodes nodes = new OwnedNodes(2);
    nodes.doesNothing = true;
    LossTrial trial = new LossTrial(nodes, 1, false, SOON, Duration.ofMillis(300));

    lose(trial, nodes);

    assertThat(trial.trouble())
        .isEqualTo("node-2 went on answering after the kill: does the command mean another node?");
    assertThat(trial.dead()).isEmpty();
    assertThat(trial.survivorsUse()).as("nothing was lost that they could carry").isEmpty();
  }

  @Test
  void isGivenUp_whenTheCommandTakesLongerThanTheStage() throws Exception {
    OwnedNodes nodes = new OwnedNodes(2);
    nodes.hangs = true;
    LossTrial trial = new LossTrial(nodes, 1, false, SOON, PATIENCE);
    trial.begins();
    nodes.isRun.await();

    trial.ends();
    trial.end();

    assertThat(trial.trouble())
        .matches(
            "node-2 could not be killed: the command had not ended [0-9.]+ s after it was run, when"
                + " the stage was over");
    assertThat(trial.killed()).as("it may have been all the same").containsExactly("node-2");
    assertThat(trial.dead()).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("loss");
  }

  @Test
  void knowsThatNobodySaysWhenSurvivorsHaveSettled_andMeasuresThemAllTheSame() throws Exception {
    OwnedNodes nodes = new OwnedNodes(3);
    nodes.silent.add("node-2");
    LossTrial trial = new LossTrial(nodes, 1, false, SOON, Duration.ofMillis(300));

    lose(trial, nodes);

    assertThat(trial.trouble()).isNull();
    assertThat(trial.settledWords())
        .matches(
            "whether the survivors had settled nobody knows, as node-2 told no status: they were"
                + " measured from 0\\.[3-9] s after the kill on");
    assertThat(trial.survivorsUse()).hasSize(2);
  }

  @Test
  void isSettled_onceTheDeadAreGoneFromAViewThatMayHaveOthers() throws Exception {
    assertThat(settledWords("shop-9")).startsWith("the survivors had settled ");
    assertThat(settledWords("node-2")).startsWith("the survivors had not settled ");
  }

  private static String settledWords(String member) throws InterruptedException {
    OwnedNodes nodes = new OwnedNodes(2);
    nodes.stranger = member;
    LossTrial trial = new LossTrial(nodes, 1, false, SOON, Duration.ofMillis(300));
    lose(trial, nodes);
    return trial.settledWords();
  }

  /** Two seconds of the steady state pass after that. */
  private static void lose(LossTrial trial, OwnedNodes nodes) throws InterruptedException {
    trial.begins();
    SimulatedNodes.joinLosses();
    nodes.simulated.pass(2);
    trial.ends();
    trial.end();
  }

  private String page(CapacityReport report) throws IOException {
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(report, page);
    return Files.readString(page);
  }

  private static Loss loss(CapacityReport report) {
    assertThat(report.contenders()).hasSize(1);
    return report.contenders().get(0).loss();
  }
}
