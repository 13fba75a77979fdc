// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whether users, or arrivals without users, were as asked: what depends on the model of load. */
class LoadModelRulesTest {
  private static final Bound BOUND = new Bound(90, 800, 0);

  @Test
  void asksForTheRateInsteadOfLittlesLaw_whenTheModelIsOpen() {
    assertThat(
            judge(
                    figures -> {
                      figures.rate = 200;
                      figures.scatter = 0;
                    })
                .reasons())
        .isEmpty();
    assertThat(
            judge(
                    figures -> {
                      figures.rate = 206;
                      figures.scatter = 0;
                    })
                .reasons())
        .containsExactly(
            "206.0 requests/s asked for, 200.0 came, off by 2.91 % (allowed 2.50 %); 200.0 were"
                + " answered");
  }

  @Test
  void isFailed_whenFewerAreAnsweredThanCome_butInvalid_whenTheBoundHeld() {
    Consumer<KnownStage> overload =
        figures -> {
          figures.rate = 400;
          figures.scatter = 0;
          figures.warm = false;
          figures.steadyStart = new StageFigures.Open(10_000, 9);
          figures.steadyEnd = new StageFigures.Open(30_000, 70);
          figures.end = new StageFigures.Open(9, 90);
        };

    assertThat(judge(overload.andThen(figures -> figures.bounded = 900)).outcome())
        .isEqualTo(Verdict.Outcome.FAILED);
    assertThat(judge(overload).outcome()).isEqualTo(Verdict.Outcome.INVALID);
  }

  @Test
  void countsOfCyclesAcrossTheEdgesWhatLiesWithin() {
    KnownStage figures = new KnownStage();
    figures.answers = 19_480;
    figures.edge = 520;

    assertThat(figures.build().usersByLittle()).isEqualTo(200);
  }

  @Test
  void judgesThePauseNotTheCycle_whenThinkTimeIsTheCycles() {
    assertThat(
            judge(
                    figures -> {
                      figures.asked = 1;
                      figures.isCycle = true;
                    })
                .reasons())
        .isEmpty();
  }

  @Test
  void readsLowByACycle_whenSummedAsFabanDoes() {
    KnownStage figures = new KnownStage();

    assertThat(figures.build().usersByLittle()).isEqualTo(200);
    assertThat(figures.build().usersByWholeCycles()).isEqualTo(198);
  }

  @Test
  void looksForTheSlowestUser_onlyWhereTheBoundHeld() {
    assertThat(
            judge(
                    figures -> {
                      figures.usual = 0.86;
                      figures.bounded = 801;
                    })
                .outcome())
        .isEqualTo(Verdict.Outcome.FAILED);
  }

  @Test
  void givesOne_whenAllUsersHadTheSame() {
    assertThat(Fairness.of(new long[] {5, 5, 5}, 0).jain()).isEqualTo(1);
    assertThat(Fairness.of(new long[] {9, 0, 0}, 0).jain()).isEqualTo(1 / 3.0);
  }

  @Test
  void allowsAQuarterLess_whenAnswersAreMany() {
    assertThat(Fairness.of(new long[] {10_000, 10_000}, 0).leastAnswers()).isEqualTo(7_500);
    assertThat(Fairness.of(new long[] {100, 100}, 0).leastAnswers()).isEqualTo(40);
    assertThat(Fairness.of(new long[] {25, 25}, 0).leastAnswers()).isEqualTo(1);
    assertThat(Fairness.of(new long[] {4, 4}, 0).leastAnswers()).isZero();
  }

  @Test
  void tellsWhatFailuresAddedToThinkTime() {
    Verdict verdict = judge(figures -> figures.delay = 0.05);

    assertThat(verdict.reasons()).isEmpty();
    assertThat(words(verdict, "think-time"))
        .endsWith("(allowed 3.12 %), plus 0.0500 s on average after failures");
    assertThat(words(judge(figures -> {}), "think-time"))
        .isEqualTo(
            "think time 0.9000 s of 0.9000 s planned, off by 0.00 % (allowed 1.0 %); with 0.9000 s"
                + " asked for, from which those planned are off by 0.00 % (allowed 3.12 %)");
  }

  private static String words(Verdict verdict, String name) {
    return verdict.checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow()
        .words();
  }

  private static Verdict judge(Consumer<KnownStage> spoil) {
    KnownStage figures = new KnownStage();
    spoil.accept(figures);
    return StageRules.judge(figures.build(), BOUND);
  }
}
