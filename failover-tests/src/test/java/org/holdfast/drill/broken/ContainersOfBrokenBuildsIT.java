// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.broken;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.holdfast.drill.container.Docker;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A drill is worth what it finds: where nodes have to be containers. */
@Tag("alone")
@Tag("drills")
@Timeout(400)
class ContainersOfBrokenBuildsIT {
  private static final int COULD_NOT_RUN = 3;

  @TempDir private Path directory;

  @BeforeAll
  static void needsDocker() {
    Docker.assume();
  }

  @ParameterizedTest
  @MethodSource({
    "org.holdfast.drill.broken.BrokenDrills#containers",
    "org.holdfast.drill.broken.BrokenDrills#late"
  })
  void isFound(BrokenDrill drill) throws Exception {
    BrokenDrill.Outcome outcome = played(drill, drill.play(directory));

    assertThat(outcome.exitCode()).as(outcome.printed()).isEqualTo(1);
    assertThat(outcome.reasons()).anyMatch(reason -> reason.matches(drill.finding()));
  }

  /** Whoever cannot serve that many users fails attempts, too. */
  @ParameterizedTest
  @MethodSource("org.holdfast.drill.broken.BrokenDrills#late")
  void isToldFromWhatIsShipped(BrokenDrill drill) throws Exception {
    BrokenDrill.Outcome outcome = played(drill, drill.playUnbroken(directory));

    assertThat(outcome.exitCode()).as(outcome.printed()).isZero();
  }

  private static BrokenDrill.Outcome played(BrokenDrill drill, BrokenDrill.Outcome outcome) {
    if (outcome.exitCode() == COULD_NOT_RUN && outcome.printed().contains("netem")) {
      System.err.println(drill + " skipped: this kernel cannot delay packets");
      Assumptions.abort("this kernel cannot delay packets");
    }
    return outcome;
  }
}
