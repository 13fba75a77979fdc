// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.load.ScriptedServer;
import org.holdfast.drill.node.EmbeddedNode;
import org.holdfast.drill.node.LocalNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The verb against servers in this process. What depends on the speed of the machine (late, not
 * warm, too much CPU) is not asserted: the verdict may be invalid, but must say so.
 */
@Timeout(120)
class LoadCommandIT {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-load-1.schema.json");

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void countsWhatTheNodesCount_andLosesNoUpdate_onTwoDemoNodes() throws Exception {
    try (EmbeddedNode one = EmbeddedNode.start(LocalNode.settings("one"));
        EmbeddedNode two = EmbeddedNode.start(LocalNode.settings("two"))) {
      String a = "127.0.0.1:" + one.http().getPort();
      String b = "127.0.0.1:" + two.http().getPort();
      JsonNode report =
          load(
              "-c 20 -W 200 -r 1/2/1 -t 99:5000 --targets one="
                  + a
                  + ",two="
                  + b
                  + " --count-url http://"
                  + a
                  + "/holdfast/status --count-url http://"
                  + b
                  + "/holdfast/status /counter");

      assertThat(passed(report))
          .containsEntry("errors", true)
          .containsEntry("lost-updates", true)
          .containsEntry("server-count", true)
          .containsEntry("open-at-the-end", true);
      long answers = report.at("/result/answers").asLong();
      assertThat(answers).isPositive();
      assertThat(report.at("/result/countersChecked").asLong()).isGreaterThanOrEqualTo(answers);
      assertThat(report.at("/result/countersChecked").asLong())
          .as("all answers of the run")
          .isEqualTo(report.at("/serverCount/answered").asLong());
      assertThat(one.status().counters().get("requests")).isPositive();
      assertThat(two.status().counters().get("requests")).isPositive();
      assertThat(out.toString())
          .contains("s left at most", "20 users, think 200 ms (exponential, from response)");
    }
  }

  @Test
  void losesNoUpdate_whenDemoNodesArePostedTo() throws Exception {
    Path body = Files.writeString(directory.resolve("body"), "a=1&b=2");
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("one"))) {
      String url = "http://127.0.0.1:" + node.http().getPort();
      String stage = "-c 5 -W 50 -r 0/1/1 --warm-up-ms 500 -p " + body + " ";

      JsonNode counted =
          load(stage + "--count-url " + url + "/holdfast/status " + url + "/counter");
      assertThat(passed(counted))
          .containsEntry("errors", true)
          .containsEntry("lost-updates", true)
          .containsEntry("server-count", true);
      assertThat(counted.at("/result/countersChecked").asLong())
          .isPositive()
          .isEqualTo(counted.at("/serverCount/answered").asLong());
      String others = url + "/ping " + url + "/hello-servlet " + url + "/hello-bean-jsp ";
      assertThat(passed(load(stage + others + url + "/clusterbench/session")))
          .containsEntry("errors", true);
    }
  }

  @Test
  void tellsTheStepsThatWereMeasured_whenALaterOneFails() throws Exception {
    Path json = directory.resolve("steps.json");
    Files.createDirectory(directory.resolve("steps-3.json")); // where the second report has to go
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("one"))) {
      String url = "http://127.0.0.1:" + node.http().getPort() + "/counter";

      int ended = run("-c 2,3,4 -W 50 -r 0/1/0 --warm-up-ms 100 --json " + json + " " + url);

      assertThat(ended).isEqualTo(3);
      assertThat(err.toString()).startsWith("holdfast load: could not run: ").contains("steps-3");
      assertThat(out.toString())
          .contains("| users | requests/s | p50 ms |", "\n| 2 | ", "\n| 3 | ");
      assertThat(out.toString()).doesNotContain("step 3 of 3");
    }
  }

  @Test
  void goesUpInSteps_andTellsThemInATable() throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("one"))) {
      String url = "http://127.0.0.1:" + node.http().getPort() + "/counter";
      Path json = directory.resolve("steps.json");

      int code =
          run("-c 2,6 -W 50 -r 0/1/0 --warm-up-ms 100 -t 99:5000 --json " + json + " " + url);

      List<String> verdicts = new ArrayList<>();
      for (int users : new int[] {2, 6}) {
        JsonNode report =
            new ObjectMapper().readTree(directory.resolve("steps-" + users + ".json").toFile());
        assertThat(new JsonSchema(SCHEMA).problems(report)).isEmpty();
        assertThat(report.at("/setup/users").asInt()).isEqualTo(users);
        assertThat(report.at("/result/countersWrong").asLong()).isZero();
        verdicts.add(report.path("verdict").asText());
      }
      assertThat(json).doesNotExist();
      assertThat(out.toString())
          .contains("step 1 of 2: 2 users", "step 2 of 2: 6 users")
          .contains("| users | requests/s | p50 ms |")
          .containsPattern("\\| 2 \\| [0-9.]+ \\| .*\\| " + verdicts.get(0) + " \\|")
          .containsPattern("\\| 6 \\| [0-9.]+ \\| .*\\| " + verdicts.get(1) + " \\|");
      int worst = verdicts.contains("failed") ? 1 : verdicts.contains("invalid") ? 4 : 0;
      assertThat(code).isEqualTo(worst);
    }
  }

  @Test
  void refusesAStepThatIsThereTwice_andOneThatIsTooLarge() {
    assertThat(run("-c 5,7,5 http://127.0.0.1:1/")).isEqualTo(2);
    assertThat(run("-c 5,19001 http://127.0.0.1:1/")).isEqualTo(2);

    assertThat(err.toString())
        .contains("--users must not name a number twice, was [5, 7, 5]")
        .contains("--users must be between 1 and 19000, was 19001");
  }

  @Test
  void posts_atARateOfItsOwn() throws Exception {
    Path body = Files.writeString(directory.resolve("body"), "a=1");
    try (ScriptedServer server =
        new ScriptedServer((request, cookie, socket) -> ScriptedServer.answer(socket, 1, ""))) {
      JsonNode report =
          load(
              "--requests-per-second 50 -c 20 -r 0/2/0 -p "
                  + body
                  + " http://127.0.0.1:"
                  + server.target("a").address().getPort()
                  + "/a=1 http://127.0.0.1:"
                  + server.target("a").address().getPort()
                  + "/b=2");

      assertThat(passed(report)).containsKey("rate").containsEntry("errors", true);
      assertThat(server.bodyBytes()).isEqualTo(3 * server.requests());
      assertThat(report.at("/setup/pages").toString()).isEqualTo("{\"/a\":1,\"/b\":2}");
    }
  }

  @Test
  void endsInvalidOrFailed_andInTime_whenTheServerNeverAnswers() throws Exception {
    try (ScriptedServer server = new ScriptedServer((request, cookie, socket) -> {})) {
      JsonNode report =
          load(
              "-c 3 -r 0/1/0 --warm-up-ms 100 --timeout-ms 60000 http://127.0.0.1:"
                  + server.target("a").address().getPort()
                  + "/",
              4);

      assertThat(report.path("verdict").asText()).isEqualTo("invalid");
      assertThat(passed(report))
          .containsEntry("littles-law", false)
          .containsEntry("stall", false)
          .containsEntry("warm-up", false)
          .containsEntry("open-at-steady-end", false)
          .containsEntry("open-at-the-end", false);
    }
  }

  @Test
  void failsWithOne_whenTheServerAnswersErrors() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (request, cookie, socket) ->
                ScriptedServer.write(socket, "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"))) {
      JsonNode report =
          load(
              "-c 3 -W 100 -r 0/1/0 --warm-up-ms 100 http://127.0.0.1:"
                  + server.target("a").address().getPort()
                  + "/",
              1);

      assertThat(report.path("verdict").asText()).isEqualTo("failed");
      assertThat(report.at("/errors/wrong-answer").asLong()).isPositive();
      assertThat(report.at("/reasons/0").asText()).contains("attempts failed", "wrong-answer=");
    }
  }

  @Test
  void endsWithThree_whenTheCountOfAServerCannotBeRead() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer((request, cookie, socket) -> ScriptedServer.answer(socket, 1, ""))) {
      String url = "http://127.0.0.1:" + server.target("a").address().getPort() + "/";

      assertThat(run("--count-url " + url + " " + url)).isEqualTo(3);
      assertThat(err.toString())
          .startsWith(
              "holdfast load: could not run: --count-url " + url + " must answer a whole number");
    }
  }

  @Test
  void endsWithFourAndAReport_whenTheCountCannotBeReadInTheEnd() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer((request, cookie, socket) -> ScriptedServer.answer(socket, 1, ""));
        ScriptedServer count =
            new ScriptedServer(
                (request, cookie, socket) ->
                    ScriptedServer.write(
                        socket,
                        request == 1
                            ? "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n7"
                            : "HTTP/1.1 503 Gone\r\nContent-Length: 0\r\n\r\n"))) {
      String url = "http://127.0.0.1:" + count.target("a").address().getPort() + "/";
      JsonNode report =
          load(
              "-c 3 -W 100 -r 0/1/0 --warm-up-ms 100 --follow-counters none --count-url "
                  + url
                  + " http://127.0.0.1:"
                  + server.target("a").address().getPort()
                  + "/",
              4);

      assertThat(passed(report)).containsEntry("server-count", false).containsEntry("errors", true);
      assertThat(report.path("serverCount").isNull()).isTrue();
      assertThat(report.at("/result/answers").asLong()).isPositive();
      assertThat(out.toString())
          .contains("could not be read: --count-url " + url + " answered 503");
    }
  }

  private JsonNode load(String line, int... exitCode) throws Exception {
    Path json = directory.resolve("load.json");
    int code = run("--json " + json + " " + line);
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(new JsonSchema(SCHEMA).problems(report)).isEmpty();
    assertThat(code)
        .as(out.toString())
        .isEqualTo(
            Map.of("valid", 0, "failed", 1, "invalid", 4).get(report.path("verdict").asText()));
    for (int expected : exitCode) {
      assertThat(code).as(out.toString()).isEqualTo(expected);
    }
    assertThat(err.toString()).isEmpty();
    return report;
  }

  private int run(String line) {
    CommandLine command =
        new CommandLine(new LoadCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(line.split(" "));
  }

  private static Map<String, Boolean> passed(JsonNode report) {
    Map<String, Boolean> passed = new java.util.HashMap<>();
    List<JsonNode> checks = new ArrayList<>();
    report.path("checks").forEach(checks::add);
    checks.forEach(
        check -> passed.put(check.path("name").asText(), check.path("passed").asBoolean()));
    return passed;
  }
}
