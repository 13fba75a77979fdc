// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.holdfast.drill.demo.StandardWorkload;
import org.holdfast.drill.load.AnswerPattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {
  @ParameterizedTest
  @EnumSource(StandardWorkload.class)
  void hasEachStandardWorkload(StandardWorkload standard) {
    Optional<Workload> found =
        Arrays.stream(Workload.values())
            .filter(workload -> workload.toString().equals(standard.toString()))
            .findFirst();

    assertThat(found)
        .hasValueSatisfying(
            workload -> {
              assertThat(workload.path()).startsWith(standard.path());
              assertThat(workload.hasSessions()).isEqualTo(standard.hasSessions());
              assertThat(workload.expected().map(AnswerPattern::of).map(AnswerPattern::hasCounter))
                  .isEqualTo(
                      switch (standard.answer()) {
                        case LINE -> Optional.empty();
                        case SERIAL -> Optional.of(true);
                        case PAGE -> Optional.of(false);
                      });
            });
  }

  @Test
  void letsWhoValidatesSessionsSayWhoItIs() {
    assertThat(Workload.SESSION_VALIDATION.path()).isEqualTo("/session-validation?client={user}");
  }
}
