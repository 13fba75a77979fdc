// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.TextReport;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.holdfast.drill.settings.HoldfastSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rolling restart with other settings, and users who all have to log in after it. */
@Timeout(120)
class ChangedSettingsIT {
  private static final int USERS = 20;

  @TempDir private Path directory;

  private final List<String> done = new ArrayList<>();
  private final List<String> progress = new ArrayList<>();

  @Test
  void startsEachNodeWithThem_andLetsEachUserLogInOnce() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("changed.yaml"),
            """
            scenario: changed
            nodes: 2
            users: %d
            settings:
              sessionIdSecret: correct horse battery
            length: 2s
            steps:
              - at: 100ms
                rolling-restart: all
                settings:
                  sessionIdSecret: ""
                  acceptedSessionIdSecret: another horse battery
                  zone: ${keys}
              - at: 200ms
                log-in: all
            """
                .formatted(USERS));
    Scenario scenario = ScenarioLibrary.find(file.toString());
    DrillPlan plan = FakeCluster.plan(scenario, AckMode.SYNC, 0).with(1, directory);
    Path keys = directory.resolve("keys").toAbsolutePath();

    DrillReport report =
        new Drill(
                plan,
                (settings, heard) -> {
                  done.add("launched with " + settings.holdfast().environment("k"));
                  return new Willing(keys);
                },
                progress::add)
            .run();

    String changed = "{HOLDFAST_ACCEPTED_SESSION_ID_SECRET=another horse battery, HOLDFAST_ZONE=k}";
    assertThat(done)
        .containsExactly(
            "launched with {HOLDFAST_SESSION_ID_SECRET=correct horse battery}",
            "node-1 has " + changed,
            "node-2 has " + changed,
            "node-1 started, keys rwx------",
            "node-2 started, keys rwx------");
    assertThat(keys).as("after the drill").doesNotExist();
    assertThat(report.reasons()).isEmpty();
    assertThat(report.truth().formerIds().logins()).isEqualTo(USERS);
    assertThat(progress).contains("each user logs in");
    assertThat(String.join("\n", TextReport.lines(report)) + report.scenario() + progress)
        .contains("with other settings (acceptedSessionIdSecret, sessionIdSecret, zone)")
        .doesNotContain("horse");
  }

  /** Does as it is told, and tells it. */
  private final class Willing implements Cluster {
    private final FakeCluster honest = new FakeCluster(2, Honesty.SHARES);
    private final Path keys;

    Willing(Path keys) {
      this.keys = keys;
    }

    @Override
    public List<ClusterNode> nodes() {
      return honest.nodes();
    }

    @Override
    public Optional<String> lacks(Fault fault) {
      return honest.lacks(fault);
    }

    @Override
    public Optional<String> lacks(HoldfastSettings settings) {
      return Optional.empty();
    }

    @Override
    public void configure(ClusterNode node, HoldfastSettings settings) {
      done.add(node.name() + " has " + settings.environment("k"));
    }

    @Override
    public void inflict(Fault fault, List<ClusterNode> victims) {
      honest.inflict(fault, victims);
    }

    @Override
    public void heal(Fault fault, List<ClusterNode> victims) {
      honest.heal(fault, victims);
    }

    @Override
    public void start(ClusterNode node, Consumer<String> heard) {
      try {
        String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(keys));
        done.add(node.name() + " started, keys " + permissions);
      } catch (IOException e) {
        done.add(node.name() + " started without keys");
      }
      honest.start(node, heard);
    }

    @Override
    public void close() {
      honest.close();
    }
  }
}
