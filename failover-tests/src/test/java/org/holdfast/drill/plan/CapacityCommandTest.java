// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The verb from its line to its exit code, with servers that run already: they tell their status,
 * and the load is simulated.
 */
@Timeout(60)
class CapacityCommandTest {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-capacity-1.schema.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final ClusterLauncher NOTHING_TO_START =
      (settings, progress) -> {
        throw new AssertionError("nothing is to be started");
      };

  @TempDir private Path directory;
  private final SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
  private final List<HttpServer> servers = new ArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void serveStatus() throws IOException {
    for (int node = 0; node < 2; node++) {
      int number = node;
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/holdfast/status",
          exchange -> {
            byte[] body =
                JSON.writeValueAsBytes(nodes.nodes().get(number).control().status().orElseThrow());
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
      servers.add(server);
    }
  }

  @AfterEach
  void stopServing() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void measuresServersThatRun_andClaimsNothingOfThem() throws Exception {
    String targets = "a=" + addresses().replace(",", ",b=");
    assertThat(run("--targets " + targets + " --admin " + addresses())).isZero();

    JsonNode report = report();
    JsonNode contender = report.at("/contenders/0");
    assertThat(report.path("verdict").asText()).isEqualTo("valid");
    assertThat(contender.at("/stages/0/nodes/1/name").asText()).isEqualTo("b");
    assertThat(contender.path("manager").asText()).isEqualTo("given");
    assertThat(contender.path("scope").asText()).isEqualTo("unknown");
    assertThat(contender.path("ack").asText()).isEqualTo("unknown");
    assertThat(contender.path("loss").isNull()).isTrue();
    assertThat(contender.at("/capacity/line").asText())
        .startsWith("at least 200 users, ")
        .contains("2 nodes x 1 core, JDK unknown, commit unknown, 3 runs");
  }

  @Test
  void measuresNothing_whenATargetLetsNobodyIn() throws Exception {
    int free;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = taken.getLocalPort();
    }
    String mistyped = "a=" + addresses().replaceFirst(",.*", ",b=127.0.0.1:" + free);

    assertThat(run("--targets " + mistyped + " --admin " + addresses()))
        .isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);

    assertThat(err.toString())
        .contains("could not run: b refuses connections, so that nothing can be measured");
    assertThat(nodes.stages).isZero();
  }

  @Test
  void dividesTheCpusOfProcessesThatMayUseTheSame() throws Exception {
    long self = ProcessHandle.current().pid();
    double all = Surroundings.cpus().cores();

    assertThat(run("--targets " + addresses() + " --pids " + self + "," + self)).isZero();

    assertThat(report().at("/contenders/0/coresPerNode").asDouble()).isEqualTo(all / 2);
  }

  @Test
  void asksAForeignApplicationAsItWantsToBeAsked() throws Exception {
    Path body = Files.writeString(directory.resolve("body.txt"), "item=7");
    List<CrowdPlan> crowds = new ArrayList<>();

    int code =
        run(
            "--targets "
                + addresses()
                + " --path /shop?user={user} --session-cookie SHOPID --expect items --timeout-ms 500"
                + " --follow-counters none"
                + " --content-type text/plain --post "
                + body,
            (plan, progress, phases) -> {
              crowds.add(plan.crowd());
              return nodes.run(plan, progress, phases);
            });

    assertThat(code).isZero();
    assertThat(crowds)
        .isNotEmpty()
        .allSatisfy(
            crowd -> {
              assertThat(crowd.sessionCookie()).isEqualTo("SHOPID");
              assertThat(crowd.timeout()).isEqualTo(Duration.ofMillis(500));
              assertThat(crowd.followCounters()).isEqualTo(FollowCounters.NONE);
              Page page = crowd.pages().get(0);
              assertThat(page.target()).isEqualTo("/shop?user={user}");
              assertThat(page.expected()).isEqualTo("items");
              assertThat(page.body().contentType()).isEqualTo("text/plain");
              assertThat(page.body().bytes()).isEqualTo(Files.readAllBytes(body));
            });
  }

  @Test
  void tellsHowToRepeatIt_asAShellReadsIt() throws Exception {
    int code =
        execute(
            new CapacityCommand(NOTHING_TO_START, nodes),
            "--targets " + addresses() + " --path /a?b=1&c=2",
            "--expect",
            "two words");

    assertThat(code).isZero();
    assertThat(report().at("/setup/command").asText())
        .startsWith(
            "holdfast capacity --targets " + addresses() + " --path '/a?b=1&c=2' --users 100 ")
        .endsWith("/capacity.json --expect 'two words'");
  }

  @Test
  void sharesUsersAmongWorkersStartedHereAndElsewhere() throws Exception {
    assertThat(run("--targets " + addresses() + " --workers 1 --await-workers 2")).isZero();

    assertThat(report().at("/setup/workers").asInt()).isEqualTo(3);
  }

  @Test
  void fails_whenNotEvenOneUserIsSustained() throws Exception {
    nodes.failsFrom = 1;

    assertThat(run("--targets " + addresses())).isEqualTo(CapacityCommand.EXIT_FAILED);
    assertThat(report().at("/reasons/0").asText()).isEqualTo("not even 1 user is sustained");
  }

  @Test
  void isInvalid_whenTheDriverDoubtsItself() throws Exception {
    nodes.doubtsFrom = 1;

    assertThat(run("--targets " + addresses())).isEqualTo(CapacityCommand.EXIT_INVALID);
  }

  @Test
  void writesTheStagesUntilThen_whenItCannotGoOn() throws Exception {
    nodes.brokenStage = 3;

    assertThat(run("--targets " + addresses())).isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);

    assertThat(err.toString())
        .contains("could not run: too many open files")
        .doesNotContain("the output of the nodes");
    assertThat(out.toString()).contains("report of the stages until then written to ");
    assertThat(report().at("/contenders/0/stages")).hasSize(2);
    assertThat(report().path("verdict").asText()).isEqualTo("invalid");
    assertThat(report().at("/reasons/0").asText())
        .isEqualTo("could not go on: too many open files");
  }

  @Test
  void writesTheStagesUntilThen_whenItIsStopped() throws Exception {
    int code =
        run(
            "--targets " + addresses(),
            (plan, progress, phases) -> {
              if (nodes.stages == 2) {
                Thread.currentThread().interrupt();
                throw new InterruptedException();
              }
              return nodes.run(plan, progress, phases);
            });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(code).isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);
    assertThat(err.toString()).contains("stopped before its verdict");
    assertThat(report().at("/contenders/0/capacity/words").asText())
        .isEqualTo("stopped before its end in the search, after 2 stages");
  }

  @Test
  void refusesRoundsOfServersThatItCannotStartAnew_andTooMany() {
    assertThat(run("--targets " + addresses() + " --rounds 2")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--rounds means nothing with --targets, whose servers are not started anew");
    assertThat(run("--rounds 21")).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds must be between 1 and 20, was 21");
  }

  @Test
  void namesTheDirectoryThatItLeaves_whenNodesDoNotStart() {
    Path work = directory.resolve("nodes");
    int code =
        execute(
            new CapacityCommand(
                (settings, progress) -> {
                  try {
                    Files.createDirectories(work);
                    Files.writeString(work.resolve("node-1.log"), "out of memory");
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                  throw new ClusterStartException("node-1 did not serve");
                },
                nodes),
            "--work-dir " + work);

    assertThat(code).isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);
    assertThat(err.toString())
        .contains("node-1 did not serve", "the output of the nodes is kept in " + work);
  }

  private String addresses() {
    return servers.stream()
        .map(server -> "127.0.0.1:" + server.getAddress().getPort())
        .collect(Collectors.joining(","));
  }

  private int run(String line) {
    return run(line, nodes);
  }

  private int run(String line, StageRunner runner) {
    return execute(new CapacityCommand(NOTHING_TO_START, runner), line);
  }

  private int execute(CapacityCommand verb, String line, String... more) {
    CommandLine command = new CommandLine(verb);
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    String[] words =
        (line
                + " --users 100 --most-users 200 --cpu-cap 100 --warm 0 -r 0/20/0 --json "
                + directory.resolve("capacity.json"))
            .split(" ");
    return command.execute(
        Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new));
  }

  private JsonNode report() throws IOException {
    JsonNode report = JSON.readTree(directory.resolve("capacity.json").toFile());
    assertThat(new JsonSchema(SCHEMA).problems(report)).isEmpty();
    return report;
  }
}
