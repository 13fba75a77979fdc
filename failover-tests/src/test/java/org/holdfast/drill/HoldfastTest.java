/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ClusterStartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line up to where a cluster would start. */
class HoldfastTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<ClusterSettings> asked = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "drill --bogus                    | Unknown option: '--bogus'",
        "drill --users many               | 'many' is not an int",
        "drill --nodes 1                  | nodes must be between 2 and 64, was 1",
        "drill --users 0                  | users must be between 1 and 15000, was 0",
        "drill --users 20001              | users must be between 1 and 15000, was 20001",
        "drill --secondaries 3            | secondaries must be between 0 and 2, was 3",
        "drill --seconds 1                | --seconds must be between 2 and 86400, was 1",
        "drill --ack perhaps              | 'perhaps'",
        "drill --scope everything         | 'everything'",
        "drill --replication maybe        | 'maybe'",
        "drill --workload sleep           | 'sleep'",
        "drill --think-ms -1              | think time must be between 0 ms and 10 min, was -1 ms",
        "drill --failover-timeout 0       | failover timeout in ms must be between 1 and 600000",
        "drill --recovery-bound-ms 0      | recovery bound in ms must be between 1 and 600000",
        "drill --max-errors -1            | errors allowed must be between 0",
        "drill --warm-up-ms -1            | --warm-up-ms must be between 0 and 600000, was -1",
        "drill --json /nowhere/at/all.json| --json must name a file that can be written",
        "fly                              | fly",
        "                                 | a verb is missing"
      })
  void endsWithTwoAndSaysWhy_whenUsedWrongly(String line, String message) {
    assertThat(run(line == null ? new String[0] : line.trim().split(" +"))).isEqualTo(2);

    assertThat(err.toString()).contains(message.trim());
    assertThat(asked).isEmpty();
  }

  @Test
  void endsWithThreeAndSaysWhy_whenTheClusterDoesNotStart(@TempDir Path directory) {
    assertThat(run("drill", "--work-dir", directory.toString())).isEqualTo(3);

    assertThat(err.toString())
        .isEqualTo(
            "drill could not run: node-1 did not start: port 8080 is in use"
                + System.lineSeparator());
  }

  @Test
  void asksForTheClusterThatTheOptionsDescribe(@TempDir Path directory) {
    String line =
        "drill --nodes 4 --ack ASYNC --scope modified-session --secondaries 2 --work-dir ";

    assertThat(run((line + directory).split(" "))).isEqualTo(3);
    assertThat(run("drill", "--replication", "off", "--work-dir", directory.toString()))
        .isEqualTo(3);

    assertThat(asked)
        .containsExactly(
            new ClusterSettings(4, "async", "MODIFIED_SESSION", 2, directory.toString()),
            new ClusterSettings(3, "sync", "MODIFIED_ATTRIBUTE", 0, directory.toString()));
  }

  @Test
  void describesEveryOption_whenAskedForHelp() {
    assertThat(run("drill", "--help")).isZero();

    assertThat(out.toString())
        .contains("--nodes", "--ack", "--scope", "--json", "--recovery-bound-ms", "Exit codes:")
        .containsPattern("session,\\s+modified-session,\\s+modified-attribute")
        .containsPattern("counter,\\s+cart,\\s+profile");
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("drill");
  }

  private int run(String... arguments) {
    CommandLine line =
        Holdfast.commandLine(
            (settings, progress) -> {
              asked.add(settings);
              throw new ClusterStartException("node-1 did not start: port 8080 is in use");
            });
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }
}
