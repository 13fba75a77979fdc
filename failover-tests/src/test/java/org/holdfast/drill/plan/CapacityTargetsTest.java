// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The verb with servers that run already and that commands kill: each is dead while a file with its
 * name is there. The load is simulated, in no time, so that their CPU after the loss is not known.
 */
@Timeout(60)
class CapacityTargetsTest {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-capacity-1.schema.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private final SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
  private final List<HttpServer> servers = new ArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void serve() throws IOException {
    for (Servers.Server node : nodes.nodes()) {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", exchange -> answer(exchange, node));
      server.start();
      servers.add(server);
    }
  }

  private void answer(HttpExchange exchange, Servers.Server node) throws IOException {
    nodes.kill(nodes.nodes().stream().filter(this::isDead).toList());
    if (!isDead(node)) {
      // One that was started again serves, and has not joined the others yet.
      Object status = node.control().status().map(Object.class::cast).orElse(Map.of());
      byte[] body = JSON.writeValueAsBytes(status);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private boolean isDead(Servers.Server node) {
    return Files.exists(directory.resolve(node.target().name()));
  }

  @AfterEach
  void stopServing() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void killsTheLastByItsCommand_andSaysThatItStaysDown() throws Exception {
    assertThat(run("--survive", "1", "--command", "kill=touch {node}; echo bye {node} {port}"))
        .isEqualTo(CapacityCommand.EXIT_INVALID);

    JsonNode loss = loss();
    assertThat(loss.at("/killed")).hasSize(1);
    assertThat(loss.at("/killed/0").asText()).as("by its own name").isEqualTo("node-2");
    assertThat(loss.path("settled").asText()).startsWith("the survivors had settled ");
    assertThat(loss.path("afterwards").asText())
        .isEqualTo("node-2 stays down, as no --command start=... was given");
    assertThat(loss.path("survived").isNull()).isTrue();
    assertThat(loss.path("misses").toString())
        .isEqualTo("[\"CPU of the survivors could not be measured\"]");
    assertThat(Files.readString(directory.resolve("commands.log")))
        .isEqualTo("== kill of node-2\nbye node-2 " + servers.get(1).getAddress().getPort() + "\n");
    assertThat(out.toString())
        .contains("node-2 stays down", "what commands said is kept in " + directory);
  }

  @Test
  void startsItAgain_whereACommandDoes() throws Exception {
    // Without --survive: who says how to kill a node wants to know.
    assertThat(run("--command", "kill=touch {node}", "--command", "start=rm {node}"))
        .isEqualTo(CapacityCommand.EXIT_INVALID);

    assertThat(loss().path("afterwards").asText())
        .isEqualTo("node-2 was started again, and answers");
    assertThat(directory.resolve("node-2")).doesNotExist();
  }

  @Test
  void startsItAgain_whenItIsStoppedAfterTheKill() {
    int code =
        run(
            onceItIsKilled(
                (plan, progress, phases) -> {
                  Thread.currentThread().interrupt();
                  throw new InterruptedException();
                }),
            "--command",
            "kill=touch {node}",
            "--command",
            "start=rm {node}");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(code).isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);
    assertThat(err.toString()).contains("stopped before its verdict; its targets go on");
    assertThat(directory.resolve("node-2")).doesNotExist();
  }

  @Test
  void saysWhatItLeaves_whenItIsStoppedAndTheStartFails() {
    int code =
        run(
            onceItIsKilled(
                (plan, progress, phases) -> {
                  throw new IOException("too many open files");
                }),
            "--command",
            "kill=touch {node}",
            "--command",
            "start=exit 9");

    assertThat(code).isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);
    assertThat(err.toString())
        .contains("not left as it was found: command start ended with 9: exit 9");
  }

  @Test
  void saysThatNotAllGoOn_whenItIsInterruptedAndTheStartFails() {
    int code =
        run(
            onceItIsKilled(
                (plan, progress, phases) -> {
                  Thread.currentThread().interrupt();
                  throw new InterruptedException();
                }),
            "--command",
            "kill=touch {node}",
            "--command",
            "start=exit 9");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(code).isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);
    assertThat(err.toString())
        .contains("not left as it was found: command start ended with 9: exit 9")
        .contains("not all of its targets go on; what commands said is kept in " + directory)
        .doesNotContain("; its targets go on");
  }

  @Test
  void saysThatItIsNotBack_whenTheStartFails() throws Exception {
    assertThat(run("--command", "kill=touch {node}", "--command", "start=echo no; exit 9"))
        .isEqualTo(CapacityCommand.EXIT_INVALID);

    assertThat(loss().path("afterwards").asText())
        .isEqualTo("node-2 is not back: command start ended with 9: echo no; exit 9; it said: no");
  }

  @Test
  void leavesAloneWhoAnswers_whenTheKillFailed() throws Exception {
    assertThat(run("--command", "kill=exit 7", "--command", "start=touch started"))
        .isEqualTo(CapacityCommand.EXIT_INVALID);

    assertThat(loss().path("killed")).isEmpty();
    assertThat(loss().path("misses").toString())
        .contains("node-2 could not be killed: command kill ended with 7: exit 7");
    assertThat(loss().path("afterwards").asText())
        .isEqualTo("node-2 answers, and was not started again");
    assertThat(directory.resolve("started")).doesNotExist();
  }

  @Test
  void endsItsSearch_whereATargetLetsNobodyInAnyMore() throws Exception {
    nodes.failsFrom = 150;
    int code =
        run(
            (plan, progress, phases) -> {
              if (plan.crowd().users() >= 150) {
                servers.remove(1).stop(0);
              }
              return nodes.run(plan, progress, phases);
            },
            "--most-users",
            "1000");

    assertThat(code).isEqualTo(CapacityCommand.EXIT_FAILED);
    assertThat(JSON.readTree(directory.resolve("capacity.json").toFile()).path("reasons"))
        .singleElement()
        .extracting(JsonNode::asText)
        .asString()
        .endsWith(" refuses connections in the stage with 150 users, after 100 had passed");
  }

  @Test
  void goesOnWithItsSearch_whereTargetsRefusedSomeAndLetOthersIn() throws Exception {
    nodes.failsFrom = 150;

    int unused = run("--most-users", "1000");

    assertThat(
            JSON.readTree(directory.resolve("capacity.json").toFile())
                .at("/contenders/0/capacity/outcome")
                .asText())
        .isEqualTo("found");
  }

  @Test
  void doesNothing_whenNodesAreCalledOtherwise() {
    assertThat(
            execute(
                nodes, addresses().replaceFirst("^", "shop-1="), "--command", "kill=touch {node}"))
        .isEqualTo(CapacityCommand.EXIT_COULD_NOT_RUN);

    assertThat(err.toString()).contains("calls itself node-1 in its status");
    assertThat(nodes.stages).isZero();
  }

  /** Drives stages of the search as they are, and that of the loss until its node is dead. */
  private StageRunner onceItIsKilled(StageRunner then) {
    return (plan, progress, phases) -> {
      if (plan.times().steady().toSeconds() == 20) {
        return nodes.run(plan, progress, phases);
      }
      phases.accept("steady");
      await().until(() -> Files.exists(directory.resolve("node-2")));
      return then.run(plan, progress, phases);
    };
  }

  private int run(String... line) {
    return run(nodes, line);
  }

  private int run(StageRunner runner, String... line) {
    return execute(runner, addresses(), line);
  }

  private int execute(StageRunner runner, String targets, String... more) {
    CommandLine command =
        new CommandLine(
            new CapacityCommand(
                (settings, progress) -> {
                  throw new AssertionError("nothing is to be started");
                },
                runner));
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    List<String> line = new ArrayList<>(List.of("--targets", targets));
    line.addAll(List.of("--users", "100", "--cpu-cap", "100"));
    if (!List.of(more).contains("--most-users")) {
      line.addAll(List.of("--most-users", "100"));
    }
    line.addAll(List.of("--warm", "0", "-r", "0/20/0"));
    if (List.of(more).contains("--command")) {
      line.addAll(List.of("--work-dir", directory.toString()));
    }
    line.addAll(List.of("--json", directory.resolve("capacity.json").toString()));
    line.addAll(List.of(more));
    return command.execute(line.toArray(String[]::new));
  }

  private String addresses() {
    return servers.stream()
        .map(server -> "127.0.0.1:" + server.getAddress().getPort())
        .collect(Collectors.joining(","));
  }

  private JsonNode loss() throws IOException {
    JsonNode report = JSON.readTree(directory.resolve("capacity.json").toFile());
    assertThat(new JsonSchema(SCHEMA).problems(report)).isEmpty();
    return report.at("/contenders/0/loss");
  }
}
