// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
  @MethodSource("org.holdfast.drill.broken.BrokenDrills#drawn")
  void isFound(BrokenDrill drill) throws Exception {
    assertFound(drill, drill.play(directory));
  }

  @Tag("drills")
  @ParameterizedTest
  @MethodSource({
    "org.holdfast.drill.broken.BrokenDrills#fenced",
    "org.holdfast.drill.broken.BrokenDrills#mixed",
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
    "org.holdfast.drill.broken.BrokenDrills#fenced",
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
