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

package org.holdfast.drill.broken;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.holdfast.drill.cluster.Libfaketime;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A drill is worth what it finds: processes; {@code ContainersOfBrokenBuildsIT} has the rest. */
@Timeout(600)
class BrokenBuildsIT {
  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("org.holdfast.drill.broken.BrokenDrills#first")
  void isFound(BrokenDrill drill) throws Exception {
    assertFound(drill, drill.play(directory));
  }

  @Tag("drills")
  @ParameterizedTest
  @MethodSource({
    "org.holdfast.drill.broken.BrokenDrills#bounded",
    "org.holdfast.drill.broken.BrokenDrills#processes"
  })
  void isFoundToo(BrokenDrill drill) throws Exception {
    Libfaketime.assumeFor(ScenarioLibrary.find(drill.scenario()));
    assertFound(drill, drill.play(directory));
  }

  @Tag("drills")
  @ParameterizedTest
  @MethodSource("org.holdfast.drill.broken.BrokenDrills#upgrades")
  void isFoundInAnUpgrade(BrokenDrill drill) throws Exception {
    assertFound(drill, drill.play(directory));
  }

  @Tag("alone")
  @Tag("drills")
  @ParameterizedTest
  @MethodSource({
    "org.holdfast.drill.broken.BrokenDrills#first",
    "org.holdfast.drill.broken.BrokenDrills#bounded",
    "org.holdfast.drill.broken.BrokenDrills#upgrades"
  })
  void isToldFromWhatIsShipped(BrokenDrill drill) throws Exception {
    BrokenDrill.Outcome outcome = drill.playUnbroken(directory);

    assertThat(outcome.exitCode()).as(outcome.printed()).isZero();
  }

  private static void assertFound(BrokenDrill drill, BrokenDrill.Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.printed()).isEqualTo(1);
    assertThat(outcome.reasons()).anyMatch(reason -> reason.matches(drill.finding()));
  }
}
