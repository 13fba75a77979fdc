// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a drill refuses to do to a cluster that somebody else has started: here there is none. */
@Timeout(120)
class GivenDrillIT {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String targets = "a=127.0.0.1:1,b=127.0.0.1:2,c=127.0.0.1:3";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scale | it grows to 6 nodes, and there are 3",
        "kill-and-return | no command start was given, which starts a node again",
        "stop | no command for stop was given",
        "rolling-restart | no command for stop was given",
        "pause-long | no command for pause was given",
        "session-id-secret | settings (acceptedSessionIdSecret) need nodes that the drill itself"
            + " starts",
        "coordinator | it looks for the coordinator, and no node tells in a status which of them"
            + " made the view"
      })
  void doesNothing_whenItCouldNotPlayTheRest(String scenario, String reason) {
    assertThat(drill("--scenario", scenario)).isEqualTo(3);

    assertThat(err.toString())
        .isEqualTo(
            "holdfast drill: could not run: scenario "
                + scenario
                + " cannot be played here: "
                + reason
                + System.lineSeparator());
    assertThat(directory.resolve("killed")).doesNotExist();
  }

  @Test
  void doesNothing_whenNoNodeAnswers() {
    assertThat(drill("--scenario", "kill", "--users", "3", "--warm-up-ms", "0")).isEqualTo(3);

    assertThat(err.toString())
        .startsWith(
            "holdfast drill: could not run: no user had a right answer from any node, so nothing"
                + " was done to them; attempts that failed: ");
    assertThat(directory.resolve("killed")).doesNotExist();
  }

  /** Long before the end of the warm-up. */
  @Test
  void saysWhatUsersHadInstead_whenNoAnswerIsRight() throws Exception {
    drillOnServersThatAnswer(404, "<h1>No such\npage</h1> of session 0123456789abcdef");

    assertThat(err.toString().strip())
        .matches(".* attempts that failed: ([^;]*, )?\\d+ wrong-answer(, [^;]*)?; .*")
        .endsWith(
            "; for example, /shop was answered with status 404 \"<h1>No such page</h1> of session …\","
                + " but right is status 200 with \"count=(\\d+)\" in it");
    assertThat(directory.resolve("killed")).doesNotExist();
  }

  @Test
  void saysThatItReadsNoMore_whenEveryAnswerIsTooLong() throws Exception {
    drillOnServersThatAnswer(200, "count=1" + " ".repeat(1 << 20));

    assertThat(err.toString())
        .matches("(?s).* attempts that failed: ([^;]*, )?\\d+ answer-too-long(, [^;]*)?; .*")
        .contains("/shop was answered with more than the 1 MiB that this driver reads, but right");
  }

  private void drillOnServersThatAnswer(int status, String body) throws Exception {
    HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
    byte[] page = body.getBytes(UTF_8);
    http.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    http.start();
    try {
      String target = "=127.0.0.1:" + http.getAddress().getPort();
      targets = "a" + target + ",b" + target;
      List<String> line = new ArrayList<>(List.of("--scenario", "kill", "--users", "3"));
      line.addAll(List.of("--warm-up-ms", "600000", "--url", "/shop"));
      line.addAll(List.of("--expect", "count=(\\d+)", "--failover-timeout", "30000"));

      assertThat(drill(line.toArray(String[]::new))).isEqualTo(3);
      assertThat(out.toString()).contains("2 nodes run already").doesNotContain("starting");
    } finally {
      http.stop(0);
    }
  }

  private int drill(String... options) {
    List<String> arguments = new ArrayList<>(List.of("drill", "--targets", targets));
    arguments.addAll(List.of("--command", "kill=touch killed", "--work-dir", directory.toString()));
    arguments.addAll(List.of(options));
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments.toArray(String[]::new));
  }
}
