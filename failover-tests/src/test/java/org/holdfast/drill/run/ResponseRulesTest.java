// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.PromiseReport;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.scenario.Expectations;
import org.junit.jupiter.api.Test;

class ResponseRulesTest {
  private static final PhaseReport BEFORE = phase("before", 3_000, 12);
  private static final PhaseReport AFTER = phase("after", 3_000, 14);

  private final Promises promises = new Promises();

  @Test
  void keepsTheBoundOfP90_upToIt() {
    judge(BEFORE, phase("during", 200, 800), AFTER);

    assertThat(promises.reasons()).isEmpty();
    assertThat(promises.all())
        .containsExactly(
            new PromiseReport(
                "p90 of response times in every phase within 800 ms", "800 ms", true));
  }

  @Test
  void isBroken_whenP90OfOnePhaseIsBeyondItsBound() {
    judge(BEFORE, phase("during", 200, 801), AFTER);

    assertThat(promises.reasons())
        .containsExactly("p90 of response times in every phase: 801 ms, bound 800 ms");
  }

  @Test
  void leavesTheLastRequestsOut_whichAllUsersSendAtOnce() {
    judge(BEFORE, AFTER, phase("final", 3_000, 1_400));

    assertThat(promises.reasons()).isEmpty();
  }

  @Test
  void takesAPhaseOfFewRequestsForNothing() {
    judge(BEFORE, phase("during", 199, 5_000), AFTER);

    assertThat(promises.reasons()).isEmpty();
  }

  @Test
  void isBroken_whenNoPhaseHasRequestsEnough() {
    judge(phase("before", 199, 1));

    assertThat(promises.reasons())
        .containsExactly("response-p90 could not be judged: fewer than 200 requests in each phase");
  }

  private void judge(PhaseReport... phases) {
    Expectations expected =
        new Expectations(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Duration.ofMillis(800)),
            Expectations.Errors.DURING,
            OptionalDouble.empty(),
            Expectations.Losses.NONE,
            Optional.empty(),
            false);
    new ResponseRules(expected, List.of(phases), promises).judge();
  }

  private static PhaseReport phase(String name, long requests, double p90) {
    return new PhaseReport(
        name, 5, requests, requests / 5.0, Map.of(), new Quantiles(requests, 1, p90, 9_000, 9_000));
  }
}
