// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.TextReport;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Drills whose cluster does not care for what was done to it: that must not pass for endurance. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class UnseenFaultIT {
  private static final String LOSS =
      """
      scenario: some-loss
      summary: Packets of a node are lost for a moment.
      nodes: 3
      users: 30
      length: 2s
      steps:
        - at: 500ms
          loss: node-2
          percent: 10
          for: 1s
      """;

  @TempDir private Path directory;

  @Test
  void isBroken_whenWhatWasDoneLeftNoTrace() throws Exception {
    DrillReport report = drill(Effect.NONE);

    assertThat(report.verdict()).isEqualTo("broken");
    assertThat(report.reasons())
        .containsExactly("nothing proved, as it had no effect: given 10 % packet loss node-2");
  }

  @Test
  void holdsAndSaysSo_whenNobodyCanTell() throws Exception {
    DrillReport report = drill(Effect.UNKNOWN);

    assertThat(report.reasons()).isEmpty();
    assertThat(TextReport.lines(report))
        .contains(
            "not checked, as the drill cannot see it, whether it has an effect:"
                + " given 10 % packet loss node-2");
  }

  private DrillReport drill(Effect effect) throws Exception {
    Path scenario = Files.writeString(directory.resolve("loss.yaml"), LOSS);
    return new Drill(
            FakeCluster.plan(ScenarioLibrary.find(scenario.toString()), AckMode.SYNC, 0),
            (settings, heard) -> new FakeCluster(settings.nodes(), Honesty.SHARES).telling(effect),
            line -> {})
        .run();
  }
}
