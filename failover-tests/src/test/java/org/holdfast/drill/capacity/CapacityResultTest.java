// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityResultTest {
  private static final CapacityGoal GOAL = new CapacityGoal(Duration.ofMillis(800), 90, 0.45);

  @Test
  void takesNoRunThatFailedForOneAtCapacity() {
    StageResult fewer = Stages.users(300).cpu(0.3, 0.3).build();
    StageResult overTheCap = Stages.users(400).cpu(0.4, 0.46).build();
    StageResult late = Stages.users(400).response(0.5, 0.9).build();
    StageResult first = Stages.users(400).cpu(0.4, 0.44).build();
    StageResult second = Stages.users(400).cpu(0.4, 0.43).build();
    CapacityResult result =
        new CapacityResult(
            CapacityResult.Outcome.FOUND,
            400,
            420,
            "found",
            List.of(),
            List.of("400 users both passed and failed"),
            List.of(fewer, overTheCap, late, first, second));

    assertThat(result.runsAtCapacity(GOAL)).containsExactly(first, second);
  }
}
