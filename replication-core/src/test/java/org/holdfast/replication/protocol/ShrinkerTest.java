// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** With a mistake put into the protocol, as {@code ProtocolMutationIT} does. */
class ShrinkerTest {
  private static final String MUTANT = "acquire-from-one-holder";
  private static final int MOST_SEEDS = 100;
  private static final int FAULTS_OF_A_RUN = 4;

  @Test
  void failsInTheSameWayWithLess_whenARunWasShrunk() throws IOException {
    UnaryOperator<String> runs = mutated().loadPlanned(PlannedRuns.class);
    UnaryOperator<String> shrinking = mutated().loadPlanned(ShrunkRuns.class);
    String failing = firstFailing(runs);

    String[] shrunk = shrinking.apply(failing).split("\n", 2);

    Plan smallest = Plan.parse(shrunk[0]);
    Plan whole = Plan.parse(failing);
    assertThat(runs.apply(smallest.toString())).isEqualTo(shrunk[1]).isEqualTo(runs.apply(failing));
    assertThat(FailureReport.faults(smallest.parts())).isLessThan(FAULTS_OF_A_RUN);
    assertThat(FailureReport.requests(smallest.parts())).isPositive().isLessThan(100);
    assertThat(smallest.members).isLessThanOrEqualTo(whole.members);
    // Nothing of it can be spared.
    for (String part : smallest.parts()) {
      assertThat(runs.apply(smallest.without(part).toString()))
          .as("without " + part)
          .isNotEqualTo(shrunk[1]);
    }
  }

  @Test
  void readsBackWhatItWrote_whenAPlanHasFewerParts() {
    String text = "17/3/fault2,loss,skew,c0.4-9,c2.11";

    Plan plan = Plan.parse(text);

    assertThat(plan).hasToString(text);
    assertThat(plan.members).isEqualTo(3);
    assertThat(plan.hasRequest(0, 9)).isTrue();
    assertThat(plan.hasRequest(0, 10)).isFalse();
    assertThat(plan.has("fault1")).isFalse();
    assertThat(Plan.parse("17")).hasToString("17");
  }

  private static MutatedProtocol mutated() throws IOException {
    Mutant mutant =
        MutantReader.all().stream()
            .filter(each -> each.name().equals(MUTANT))
            .findAny()
            .orElseThrow();
    return MutatedProtocol.with(mutant);
  }

  private static String firstFailing(UnaryOperator<String> runs) {
    for (int seed = 1; seed <= MOST_SEEDS; seed++) {
      if (!runs.apply(Integer.toString(seed)).isEmpty()) {
        return Integer.toString(seed);
      }
    }
    throw new AssertionError("the mistake was not noticed within " + MOST_SEEDS + " seeds");
  }
}
