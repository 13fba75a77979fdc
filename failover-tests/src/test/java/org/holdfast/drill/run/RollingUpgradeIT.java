// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.cluster.Statuses;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.demo.ShopWar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Nodes that are replaced one after the other by another version, with users on them. */
@Tag("alone")
@Tag("drills")
@Timeout(300)
class RollingUpgradeIT {
  private static final String OLD = "old";
  private static final String NEW = "new";

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();

  /** What the running nodes said before each start of a node after the first, and at the end. */
  private final List<List<String>> told = new ArrayList<>();

  @Test
  void losesNothingWithoutAnError_whenBasketsGainAField() throws Exception {
    JsonNode report = upgradeShop(0, "rolling-upgrade", ShopWar.Version.WITH_COUPON);

    assertThat(report.at("/incidents").findValuesAsText("kind"))
        .containsExactly("rolling-upgrade", "rolling-upgrade", "rolling-upgrade");
    assertThat(report.at("/scenario/upgrade").asText())
        .isEqualTo("web application " + directory.resolve("next").resolve("shop.war"));
    assertThat(errors(report)).isZero();
    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
    assertThat(report.at("/truth/resetSessions").asInt()).isZero();
    assertThat(told)
        .containsExactly(
            List.of(OLD, OLD), List.of(NEW, OLD), List.of(NEW, NEW), List.of(NEW, NEW, NEW));
  }

  @Test
  void losesNothingWithoutAnError_whenTheUpgradeIsTakenBack() throws Exception {
    JsonNode report = upgradeShop(0, "rolling-downgrade", ShopWar.Version.WITH_COUPON);

    assertThat(report.at("/incidents")).hasSize(6);
    assertThat(errors(report)).isZero();
    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
    assertThat(told.get(3)).as("when it is taken back").containsExactly(NEW, NEW);
    assertThat(told.get(6)).as("at the end").containsExactly(OLD, OLD, OLD);
  }

  @Test
  void isBroken_whenTheNextVersionCannotReadTheSessions() throws Exception {
    JsonNode report = upgradeShop(1, "rolling-upgrade", ShopWar.Version.IN_WORDS);

    assertThat(report.at("/truth/lostUpdates").asInt()).isPositive();
    assertThat(out.toString()).containsPattern("VERDICT: broken: \\d+ answered updates were lost");
  }

  @Test
  void usesTheNewestProtocolVersionOfEachPair_whenHoldfastIsUpgradedAndTakenBack()
      throws Exception {
    Path jar = NextRelease.speaking(3, 4, Files.createDirectory(directory.resolve("next")));

    JsonNode report =
        drill(
            0,
            node -> Statuses.of(node).counters().get("protocolVersion").toString(),
            List.of("--scenario", "rolling-downgrade", "--upgrade-jar", jar.toString()));

    assertThat(errors(report)).isZero();
    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
    // Two nodes are left each time one is stopped: what they say is what they speak as a pair.
    assertThat(told)
        .containsExactly(
            List.of("3", "3"),
            List.of("3", "3"),
            List.of("4", "4"),
            List.of("4", "4"),
            List.of("3", "3"),
            List.of("3", "3"),
            List.of("3", "3", "3"));
  }

  /**
   * Failed attempts since the warm-up, when servers and driver had not loaded their classes yet.
   */
  private static long errors(JsonNode report) {
    long errors = 0;
    for (JsonNode phase : report.at("/phases")) {
      if (!Set.of("ramp-up", "warm-up").contains(phase.path("phase").asText())) {
        for (JsonNode count : phase.path("errors")) {
          errors += count.asLong();
        }
      }
    }
    return errors;
  }

  private JsonNode upgradeShop(int exitCode, String scenario, ShopWar.Version next)
      throws Exception {
    Path war = ShopWar.create(directory.resolve("first"));
    Path nextWar = ShopWar.create(directory.resolve("next"), next);
    return drill(
        exitCode,
        node -> new Browser(node.http()).text("/shop/basket").equals("items=1") ? OLD : NEW,
        List.of(
            "--scenario",
            scenario,
            "--war",
            war.toString(),
            "--upgrade-war",
            nextWar.toString(),
            "--war-path",
            "/shop",
            "--url",
            "/shop/basket",
            "--expect",
            "items=(\\d+)"));
  }

  private JsonNode drill(int exitCode, Function<ClusterNode, String> ask, List<String> options)
      throws Exception {
    Path json = directory.resolve("drill.json");
    List<String> arguments = new ArrayList<>(List.of("drill", "--json", json.toString()));
    arguments.addAll(List.of("--warm-up-ms", "3000", "--work-dir", directory.toString()));
    arguments.addAll(List.of("--users", "40", "--seconds", "6"));
    // How fast a busy machine starts nodes is not judged here.
    arguments.addAll(List.of("--failover-timeout", "10000", "--recovery-bound-ms", "20000"));
    arguments.addAll(options);
    CommandLine line =
        Holdfast.commandLine(WatchedCluster.of(new ProcessLauncher(), ask, told::add));
    line.setOut(new PrintWriter(out));

    int ended = line.execute(arguments.toArray(String[]::new));

    assertThat(ended).as(out.toString()).isEqualTo(exitCode);
    return new ObjectMapper().readTree(json.toFile());
  }
}
