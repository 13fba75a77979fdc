// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.demo.ShopWar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A web application of the user's own, from the command line to the verdict. */
@Tag("alone")
@Timeout(120)
class WarDrillIT {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** {@code WarOnNodesIT} kills a node that serves such an application in each build. */
  @Tag("nightly")
  @Test
  void keepsEveryUpdateOfItsSessions_whenANodeIsKilled() throws Exception {
    assertThat(drill(ShopWar.create(directory))).as("%s%s", out, err).isZero();

    JsonNode report = new ObjectMapper().readTree(directory.resolve("drill.json").toFile());
    assertThat(report.at("/setup/workload").asText()).isEqualTo("/shop/basket");
    assertThat(report.at("/setup/counted").asBoolean()).isTrue();
    assertThat(report.at("/truth/usersWithSession").asInt()).isEqualTo(30);
    assertThat(report.at("/truth/answeredUpdates").asInt()).isGreaterThan(100);
    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
    assertThat(report.at("/incidents/0/movedSessions").asInt()).isPositive();
    assertThat(out.toString())
        .contains("VERDICT: holds: 30 of 30 users kept every answered update");
  }

  @Tag("nightly")
  @Test
  void keepsEveryUpdate_whenItsSessionCookieHasAnotherName() throws Exception {
    Path war = ShopWar.create(directory, ShopWar.Version.FIRST, "SHOPID");

    assertThat(drill(war, "--session-cookie", "SHOPID")).as("%s%s", out, err).isZero();

    JsonNode report = new ObjectMapper().readTree(directory.resolve("drill.json").toFile());
    assertThat(report.at("/setup/sessionCookie").asText()).isEqualTo("SHOPID");
    assertThat(report.at("/truth/usersWithSession").asInt()).isEqualTo(30);
    assertThat(report.at("/incidents/0/movedSessions").asInt()).isPositive();
    assertThat(out.toString())
        .contains("VERDICT: holds: 30 of 30 users kept every answered update");
  }

  @Tag("nightly")
  @Test
  void saysWhichCookieItLookedForAndHowToNameAnother_whenItSawNoSession() throws Exception {
    Path war = ShopWar.create(directory, ShopWar.Version.FIRST, "SHOPID");

    assertThat(drill(war)).as("%s%s", out, err).isEqualTo(1);

    assertThat(out.toString())
        .contains(
            "no session was seen (no answer set a cookie JSESSIONID; --session-cookie names another)");
  }

  @Test
  void isRefused_whenNoCookieCanBeCalledSo() throws Exception {
    assertThat(drill(ShopWar.create(directory), "--session-cookie", "SHOP ID")).isEqualTo(2);

    assertThat(err.toString())
        .contains("--session-cookie must be the name of a cookie")
        .contains("was \"SHOP ID\"");
  }

  private int drill(Path war, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("drill", "--users", "30"));
    arguments.addAll(List.of("--war", war.toString()));
    arguments.addAll(
        List.of("--war-path", "/shop", "--url", "/shop/basket", "--expect", "items=(\\d+)"));
    arguments.addAll(List.of("--seconds", "5", "--warm-up-ms", "2000"));
    arguments.addAll(List.of("--work-dir", directory.resolve("nodes").toString()));
    arguments.addAll(List.of("--json", directory.resolve("drill.json").toString()));
    // How fast a busy machine gets over it is not judged here.
    arguments.addAll(List.of("--failover-timeout", "5000", "--recovery-bound-ms", "20000"));
    arguments.addAll(List.of(more));
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments.toArray(String[]::new));
  }
}
