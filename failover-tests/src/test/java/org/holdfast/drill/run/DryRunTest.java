// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DryRunTest {
  @TempDir private Path directory;

  @Test
  void saysWhatIsOpen_whenAFaultLastsAboutAsLongAsDetectorsWait() throws Exception {
    assertThat(lines("pause: fullest", "for: 6s"))
        .containsSequence(
            "  at 1 s: fullest paused, for 6 s",
            "    longer than 2 s and shorter than 8 s: the others may drop it from their view or"
                + " not, and its users stay or not");
    assertThat(lines("pause: fullest", "for: 8s")).noneMatch(line -> line.contains("may drop"));
    assertThat(lines("kill: fullest", "for: 6s")).noneMatch(line -> line.contains("may drop"));
  }

  private List<String> lines(String... step) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("s.yaml"),
            "scenario: s\nlength: 20s\nsteps: [{at: 1s, " + String.join(", ", step) + "}]\n");
    return DryRun.lines(
        FakeCluster.plan(ScenarioLibrary.find(file.toString()), AckMode.SYNC, 0), List.of());
  }
}
