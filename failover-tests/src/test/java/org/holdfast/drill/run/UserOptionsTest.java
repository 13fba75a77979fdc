// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class UserOptionsTest {
  @Command
  private static final class Users {
    @Mixin private final UserOptions options = new UserOptions();
  }

  private static long seed(String... args) {
    Users users = new Users();
    new CommandLine(users).parseArgs(args);
    Scenario played = ScenarioLibrary.read("kill");
    long seed = users.options.load(played).seed();
    assertThat(users.options.load(played).seed()).as("asked again").isEqualTo(seed);
    return seed;
  }

  @Test
  void drawsAnotherSeedForEachDrill_unlessOneIsGiven() {
    assertThat(seed()).isPositive().isNotEqualTo(seed());
    assertThat(seed("--seed", "7")).isEqualTo(7);
  }
}
