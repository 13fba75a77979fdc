// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.capacity.CapacityResult.Outcome;
import org.holdfast.drill.capacity.LimitingFactor.Finding;
import org.holdfast.drill.capacity.LimitingFactor.Kind;
import org.junit.jupiter.api.Test;

class LimitingFactorTest {
  private static final CapacityGoal GOAL = new CapacityGoal(Duration.ofMillis(800), 90, 0.6);
  private static final CapacityGoal NO_CAP = new CapacityGoal(Duration.ofMillis(800), 90, 1);

  private static final StageResult FEWER =
      Stages.users(800).throughput(400).response(0.05, 0.1).cpu(0.3, 0.25).build();

  @Test
  void namesTheCpu_whenTheCapIsReached() {
    LimitingFactor factor =
        of(GOAL, FEWER, Stages.users(1_600).throughput(800).cpu(0.62, 0.5).build());

    assertThat(kinds(factor)).containsExactly(Kind.CPU);
    assertThat(factor.users()).isEqualTo(1_600);
    assertThat(factor.verdict())
        .isEqualTo(
            "at 1,600 users CPU of node-1 at 62 %, not under the cap of 60 %. Limit: CPU of node-1:"
                + " 62 % of 1 core in use, the cap being 60 % at 800 requests/s. node-1: 0.8 ms of"
                + " CPU per request, idle work 0.0 % of 1 core, 2 stages. node-2: 0.6"
                + " ms of CPU per request, idle work 0.0 % of 1 core, 2 stages.");
  }

  @Test
  void namesTheCpu_whenItIsUsedUpWithoutACap() {
    LimitingFactor factor = of(NO_CAP, FEWER, missed(1_600).throughput(900).cpu(0.97, 0.5).build());

    assertThat(kinds(factor)).containsExactly(Kind.CPU);
    assertThat(words(factor))
        .isEqualTo(
            "CPU of node-1: 97 % of 1 core in use, so that requests queue for it at 900"
                + " requests/s");
  }

  @Test
  void namesABottleneck_whenThroughputIsFlatResponseGrowsAndCpuIsIdle() {
    LimitingFactor factor =
        of(
            GOAL,
            FEWER,
            missed(1_600)
                .throughput(408)
                .cpu(0.31, 0.3)
                .threads("198 of 248 blocked on Pool.take, held by worker-7")
                .build());

    assertThat(kinds(factor)).containsExactly(Kind.BOTTLENECK_NOT_CPU);
    assertThat(words(factor))
        .isEqualTo(
            "a bottleneck that is not the CPU: from 800 to 1,600 users throughput went from 400 to"
                + " 408 requests/s (+2 %) and mean response from 50.0 ms to 1.50 s, with CPU of the"
                + " busiest node at 31 %; threads: 198 of 248 blocked on Pool.take, held by"
                + " worker-7");
  }

  /** A pool that serves 40 requests/s: from 200 users who think 5 s it is used up. */
  @Test
  void namesABottleneck_whenUsersThinkLong_byTheStageThatOverloadsItPlainly() {
    StageResult passed = Stages.users(170).throughput(33.3).response(0.1, 0.2).build();
    StageResult lowest = Stages.users(206).throughput(39.2).response(0.35, 0.9).build();
    StageResult most = Stages.users(380).throughput(40).response(4.5, 6).build();

    LimitingFactor factor =
        of(
            GOAL,
            Stages.users(100).throughput(20).response(0.03, 0.05).build(),
            passed,
            lowest,
            most);

    assertThat(factor.users()).isEqualTo(206);
    assertThat(kinds(of(GOAL, passed, lowest))).containsExactly(Kind.BOUND_UNEXPLAINED);
    assertThat(kinds(factor)).containsExactly(Kind.BOTTLENECK_NOT_CPU);
    assertThat(words(factor))
        .isEqualTo(
            "a bottleneck that is not the CPU: from 206 to 380 users throughput went from 39 to 40"
                + " requests/s (+2 %) and mean response from 0.35 s to 4.50 s, with CPU of the"
                + " busiest node at 30 %");
  }

  @Test
  void namesNoBottleneck_whenItIsTheCpuThatTheOverloadUsesUp() {
    StageResult passed = Stages.users(170).throughput(33.3).response(0.1, 0.2).cpu(0.5).build();
    StageResult lowest = Stages.users(206).throughput(39.2).response(0.35, 0.9).cpu(0.58).build();
    StageResult most = Stages.users(380).throughput(40).response(4.5, 6).cpu(0.62).build();

    assertThat(kinds(of(GOAL, passed, lowest, most))).containsExactly(Kind.BOUND_UNEXPLAINED);
  }

  @Test
  void namesNoBottleneck_whenThroughputStillGrows() {
    LimitingFactor factor =
        of(GOAL, FEWER, missed(1_600).throughput(600).cpu(0.5).threads("12 runnable").build());

    assertThat(kinds(factor)).containsExactly(Kind.BOUND_UNEXPLAINED);
    assertThat(words(factor))
        .isEqualTo(
            "not explained: CPU of the busiest node is at 50 %, and nothing else measured stands"
                + " out; threads: 12 runnable");
  }

  @Test
  void namesNoBottleneck_whenTheUsersAreNearlyTheSame() {
    LimitingFactor factor = of(GOAL, FEWER, missed(900).throughput(400).cpu(0.3).build());

    assertThat(kinds(factor)).containsExactly(Kind.BOUND_UNEXPLAINED);
  }

  @Test
  void namesNoBottleneck_whenTheCpuIsNotIdle() {
    LimitingFactor factor = of(NO_CAP, FEWER, missed(1_600).throughput(408).cpu(0.95).build());

    assertThat(kinds(factor)).containsExactly(Kind.CPU);
  }

  @Test
  void namesNoBottleneck_whenResponseDoesNotGrow() {
    LimitingFactor factor =
        of(GOAL, FEWER, Stages.users(1_600).throughput(408).response(0.06, 0.9).cpu(0.3).build());

    assertThat(kinds(factor)).containsExactly(Kind.BOUND_UNEXPLAINED);
  }

  @Test
  void namesGarbageCollectionBeforeTheCpuThatItTakes() {
    LimitingFactor factor =
        of(NO_CAP, FEWER, missed(1_600).throughput(700).cpu(0.9).gc(0.3).build());

    assertThat(kinds(factor)).containsExactly(Kind.GARBAGE_COLLECTION, Kind.CPU);
    assertThat(words(factor))
        .isEqualTo("garbage collection of node-1 takes 30 % of its time, over 10 %");
    assertThat(kinds(of(GOAL, FEWER, missed(1_600).throughput(700).cpu(0.5).gc(0.1).build())))
        .containsExactly(Kind.BOUND_UNEXPLAINED);
  }

  @Test
  void namesTheWaitForSecondaries_whenItIsHalfOfTheResponse() {
    LimitingFactor factor =
        of(GOAL, FEWER, missed(1_600).throughput(700).cpu(0.5).ackWait(0.93).build());

    assertThat(kinds(factor)).containsExactly(Kind.ACK_WAIT);
    assertThat(words(factor))
        .isEqualTo(
            "of a mean response of 1.50 s, 0.93 s (62 %) is waiting for secondaries to"
                + " acknowledge");
    assertThat(kinds(of(GOAL, FEWER, missed(1_600).throughput(700).cpu(0.5).ackWait(0.7).build())))
        .containsExactly(Kind.BOUND_UNEXPLAINED);
  }

  @Test
  void namesTheRunQueue_whenItIsOverTwoPerCore() {
    LimitingFactor factor =
        of(GOAL, FEWER, missed(1_600).throughput(700).cpu(0.5).cores(2).runQueue(4.5).build());

    assertThat(kinds(factor)).containsExactly(Kind.RUN_QUEUE);
    assertThat(words(factor))
        .isEqualTo("run queue of node-1: 4.5 threads run or wait to, on 2 cores");
    assertThat(
            kinds(
                of(
                    GOAL,
                    FEWER,
                    missed(1_600).throughput(700).cpu(0.5).cores(2).runQueue(4).build())))
        .containsExactly(Kind.BOUND_UNEXPLAINED);
  }

  @Test
  void namesContextSwitches_whenARequestCostsMoreOfThem() {
    StageResult fewer = Stages.users(800).throughput(400).response(0.05, 0.1).switches(800).build();
    LimitingFactor factor =
        of(GOAL, fewer, missed(1_600).throughput(700).cpu(0.5, 0.5).switches(2_450).build());

    assertThat(kinds(factor)).containsExactly(Kind.CONTEXT_SWITCHES);
    assertThat(words(factor))
        .isEqualTo("context switches per request went from 4.0 at 800 users to 7.0");
    assertThat(
            kinds(
                of(
                    GOAL,
                    fewer,
                    missed(1_600).throughput(700).cpu(0.5, 0.5).switches(1_500).build())))
        .containsExactly(Kind.BOUND_UNEXPLAINED);
  }

  @Test
  void namesReplicationBytes_whenARequestSendsMore() {
    StageResult fewer = Stages.users(800).throughput(400).response(0.05, 0.1).bytes(300).build();
    LimitingFactor factor =
        of(GOAL, fewer, missed(1_600).throughput(700).cpu(0.5).bytes(4_200).build());

    assertThat(kinds(factor)).containsExactly(Kind.REPLICATION_BYTES);
    assertThat(words(factor))
        .isEqualTo("bytes between nodes per request went from 300.0 at 800 users to 4,200.0");
  }

  @Test
  void namesLostUpdatesFirst() {
    LimitingFactor factor =
        of(GOAL, FEWER, Stages.users(1_600).throughput(800).cpu(0.7, 0.5).lost(3).build());

    assertThat(kinds(factor)).containsExactly(Kind.LOST_UPDATES, Kind.CPU);
    assertThat(words(factor)).isEqualTo("3 answered updates were lost");
  }

  @Test
  void saysThatNothingBit_whenEveryStagePassed() {
    LimitingFactor factor = of(GOAL, FEWER);

    assertThat(kinds(factor)).containsExactly(Kind.NOTHING_FAILED);
    assertThat(factor.verdict()).startsWith("at 800 users all was kept. Limit: none was reached.");
  }

  @Test
  void saysThatNothingCanBeSaid_whenNoStageWasValid() {
    LimitingFactor factor = of(GOAL, StageResult.invalid(100, List.of("stalled")));

    assertThat(kinds(factor)).containsExactly(Kind.NOTHING_VALID);
    assertThat(factor.users()).isZero();
  }

  @Test
  void explainsTheFewestUsersThatFailed_inAnyOrder() {
    LimitingFactor factor =
        of(
            GOAL,
            missed(3_200).throughput(900).cpu(0.9).build(),
            Stages.users(1_600).throughput(800).cpu(0.62).build(),
            StageResult.invalid(1_000, List.of("stalled")),
            FEWER);

    assertThat(factor.users()).isEqualTo(1_600);
  }

  @Test
  void passesOverAFailureThatTheSearchTookBack() {
    StageResult hiccup = missed(400).throughput(200).cpu(0.1).build();
    StageResult failed = Stages.users(1_600).throughput(800).cpu(0.62).build();
    CapacityResult result =
        new CapacityResult(
            Outcome.FOUND,
            1_580,
            1_600,
            "found",
            List.of(),
            List.of(),
            List.of(hiccup, FEWER, failed));

    assertThat(LimitingFactor.of(GOAL, result.stages()).users()).isEqualTo(400);
    assertThat(LimitingFactor.of(GOAL, result).users()).isEqualTo(1_600);
    assertThat(kinds(LimitingFactor.of(GOAL, result))).containsExactly(Kind.CPU);
  }

  @Test
  void namesTheNodeThatEnded_insteadOfSayingThatNothingFailed() {
    CapacityResult result =
        new CapacityResult(
            Outcome.NODE_ENDED,
            FEWER.users(),
            9_000,
            "node-2 ended in the stage with 9,000 users",
            List.of("node-2 ended"),
            List.of(),
            List.of(FEWER));

    LimitingFactor limit = LimitingFactor.of(GOAL, result);

    assertThat(kinds(limit)).containsExactly(Kind.NODE_ENDED);
    assertThat(limit.users()).isEqualTo(9_000);
    assertThat(limit.verdict())
        .startsWith("Limit: node-2 ended in the stage with 9,000 users. node-1: ");
  }

  @Test
  void explainsAStage_ofWhichNoNodeCouldBeMeasured() {
    StageResult dark =
        new StageResult(
            1_600, 800, 1, 3, List.of(), 0, 0, List.of(), null, null, "", List.of("node-1"));

    assertThat(words(of(GOAL, FEWER, dark)))
        .isEqualTo(
            "not explained: CPU of the busiest node is not known, and nothing else measured stands"
                + " out");
  }

  private static Stages missed(int users) {
    return Stages.users(users).response(1.5, 3);
  }

  private static LimitingFactor of(CapacityGoal goal, StageResult... stages) {
    return LimitingFactor.of(goal, List.of(stages));
  }

  private static List<Kind> kinds(LimitingFactor factor) {
    return factor.findings().stream().map(Finding::kind).distinct().toList();
  }

  private static String words(LimitingFactor factor) {
    return factor.findings().get(0).words();
  }
}
