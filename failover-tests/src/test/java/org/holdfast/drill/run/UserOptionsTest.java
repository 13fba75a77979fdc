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
