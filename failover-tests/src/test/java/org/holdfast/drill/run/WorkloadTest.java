/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
