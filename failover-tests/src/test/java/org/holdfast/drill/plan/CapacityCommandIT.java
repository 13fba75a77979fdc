// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The verb with real nodes and real load, a little of both. A machine that is not quiet enough
 * makes a run invalid, which must say so; it is then run again, twice at most.
 */
@Timeout(600)
class CapacityCommandIT {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-capacity-1.schema.json");

  private static final int RUNS = 3;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Tag("nightly")
  @Test
  void measuresTwoNodesAndTheLossOfOne_andReportsItInEveryForm() throws Exception {
    JsonNode report =
        confirmed(
            "--users 40 --most-users 40 --cpu-cap 90 --survive 1 --think 200ms -r 0/4/0 --warm 2"
                + " --html "
                + directory.resolve("capacity.html"));

    JsonNode contender = report.at("/contenders/0");
    JsonNode stage = contender.at("/stages/0");
    assertThat(stage.path("users").asInt()).isEqualTo(40);
    assertThat(stage.path("answers").asLong()).isPositive();
    assertThat(stage.path("lostUpdates").asLong()).isZero();
    assertThat(stage.path("replicationBytesPerRequest").asDouble()).isBetween(20.0, 2_000.0);
    assertThat(stage.path("ackWaitMillis").asDouble()).isPositive();
    assertThat(stage.path("nodes")).hasSize(2);
    for (JsonNode node : stage.path("nodes")) {
      assertThat(node.path("cpuShare").asDouble()).isBetween(0.001, 1.2);
      assertThat(node.path("contextSwitchesPerSecond").asDouble()).isPositive();
    }
    assertThat(contender.at("/capacity/line").asText()).startsWith("at least 40 users, p90 ");
    assertThat(contender.at("/loss/killed/0").asText()).isEqualTo("node-2");
    assertThat(contender.at("/loss/settled").asText()).startsWith("the survivors had settled ");
    JsonNode loss = contender.at("/loss/stage");
    assertThat(loss.path("countersChecked").asLong()).isPositive();
    assertThat(loss.path("lostUpdates").asLong()).isZero();
    assertThat(loss.path("nodes")).hasSize(1);
    assertThat(loss.at("/nodes/0/cpuShare").asDouble()).isBetween(0.001, 1.2);
    assertThat(Files.readString(directory.resolve("capacity.html"))).contains("<svg ");
    assertThat(out.toString()).contains("stage 1 (grow), 40 users; about ", "VERDICT: ");
  }

  @Test
  void goesOn_whenAServerDoesNotTellItsCountOnce() throws Exception {
    AtomicLong served = new AtomicLong();
    AtomicInteger asked = new AtomicInteger();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/shop",
        exchange -> {
          served.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.createContext(
        "/count",
        exchange -> {
          byte[] body = Long.toString(served.get()).getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(asked.incrementAndGet() == 2 ? 503 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String address = "127.0.0.1:" + server.getAddress().getPort();
      JsonNode report =
          capacity(
              "--path /shop --users 3 --most-users 3 --cpu-cap 100 --think 20ms --bound 5s -r 0/1/0"
                  + " --warm 0 --pids "
                  + ProcessHandle.current().pid()
                  + " --targets a="
                  + address
                  + " --count-url http://"
                  + address
                  + "/count");

      JsonNode stages = report.at("/contenders/0/stages");
      assertThat(stages).as("the stage once more, too").hasSizeGreaterThan(1);
      assertThat(stages.at("/0/verdict").asText()).isEqualTo("invalid");
      assertThat(stages.at("/0/words").toString())
          .contains("could not be read: --count-url http://" + address + "/count answered 503");
      assertThat(stages.at("/1/words").toString()).doesNotContain("could not be read");
    } finally {
      server.stop(0);
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"tomcat-backup", "tomcat-delta"})
  void keepsUpdatesOfUsersWhoseNodeIsKilled_withTomcatsOwnManagersToo(String manager)
      throws Exception {
    JsonNode report =
        confirmed(
            "--manager "
                + manager
                + " --users 20 --most-users 20 --cpu-cap 100 --survive 1 --think 200ms -r 0/2/0"
                + " --warm 2");

    JsonNode contender = report.at("/contenders/0");
    assertThat(contender.path("manager").asText()).isEqualTo(manager);
    assertThat(contender.at("/stages/0/answers").asLong()).isPositive();
    assertThat(contender.at("/stages/0/replicationBytesPerRequest").isNull()).isTrue();
    assertThat(contender.at("/loss/killed")).hasSize(1);
    assertThat(contender.at("/loss/settled").asText()).startsWith("the survivors had ");
    assertThat(contender.at("/loss/stage/countersChecked").asLong()).isPositive();
    assertThat(contender.at("/loss/stage/lostUpdates").asLong()).isZero();
  }

  @Tag("nightly")
  @Test
  void drivesItsUsersFromSeveralProcesses() throws Exception {
    JsonNode report =
        confirmed(
            "--workers 2 --manager none --users 40 --most-users 40 --cpu-cap 100 --think 200ms"
                + " -r 0/2/0 --warm 2");

    assertThat(report.at("/setup/workers").asInt()).isEqualTo(2);
    assertThat(report.at("/contenders/0/stages/0/checks").findValuesAsText("name"))
        .contains("workers");
  }

  @Tag("nightly")
  @Test
  void takesThreeDumpsOfEachNode_whenNotEvenOneUserIsSustained() throws Exception {
    String line = "--manager none --users 2 --bound 0.01ms --cpu-cap 100 -r 0/2/0 --warm 2";
    JsonNode report = capacity(line);
    for (int run = 1; run < RUNS && report.path("verdict").asText().equals("invalid"); run++) {
      report = capacity(line);
    }

    JsonNode contender = report.at("/contenders/0");
    assertThat(report.path("verdict").asText()).as(out.toString()).isEqualTo("failed");
    assertThat(contender.at("/closerLook/users").asInt()).isEqualTo(1);
    assertThat(contender.at("/limit/threadSummary").asText())
        .startsWith("node-1: ")
        .contains("; node-2: ");
    assertThat(contender.path("coresPerNode").asDouble())
        .isEqualTo(contender.at("/stages/0/nodes/0/cores").asDouble());
  }

  /** A run whose capacity was confirmed, so that it says something. */
  private JsonNode confirmed(String line) throws Exception {
    JsonNode report = capacity(line);
    for (int run = 1; run < RUNS && isUnconfirmed(report); run++) {
      report = capacity(line);
    }
    assertThat(isUnconfirmed(report)).as("unconfirmed %d times: %s", RUNS, out).isFalse();
    return report;
  }

  private static boolean isUnconfirmed(JsonNode report) {
    return report.at("/contenders/0/capacity/line").asText().isEmpty();
  }

  private JsonNode capacity(String line) throws Exception {
    Path json = directory.resolve("capacity.json");
    CommandLine command = Holdfast.commandLine(new ProcessLauncher());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int code =
        command.execute(
            ("capacity --json "
                    + json
                    + (line.contains("--targets ") ? " " : " --work-dir " + directory + " ")
                    + line)
                .split(" "));
    assertThat(err.toString()).isEmpty();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(new JsonSchema(SCHEMA).problems(report)).isEmpty();
    assertThat(code)
        .as(out.toString())
        .isEqualTo(
            Map.of("valid", 0, "failed", 1, "invalid", 4).get(report.path("verdict").asText()));
    return report;
  }
}
