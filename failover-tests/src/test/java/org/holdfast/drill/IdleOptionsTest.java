// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.holdfast.drill.cluster.ClusterStartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Options that would change nothing beside the others. */
class IdleOptionsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-W 0 --think-distribution fixed http://127.0.0.1/ | --think-distribution means nothing with --think-ms 0, whose",
        "-W 0 --think-from cycle http://127.0.0.1/ | --think-from means nothing with --think-ms 0, whose",
        "--await-seconds 9 http://127.0.0.1/ | --await-seconds means nothing without --await-workers",
        "--group a http://127.0.0.1/         | --group means nothing without --await-workers",
        "--workers 2 --group-host 127.0.0.1 http://127.0.0.1/ | --group-host means nothing without --await",
        "--group-port 7900 http://127.0.0.1/ | --group-port means nothing without --await-workers",
        "--await-workers 0 --group-discovery dns:a http://127.0.0.1/ | --group-discovery means nothing",
        "--workers 60 --await-workers 5 http://127.0.0.1/ | --workers and --await-workers together must be"
      })
  void areRefused_ofALoad(String line, String message) {
    assertThat(refusal("load " + line)).startsWith("holdfast load: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--targets 127.0.0.1:1 --nodes 3      | --nodes means nothing with --targets, whose servers run",
        "--targets 127.0.0.1:1 --manager none | --manager means nothing with --targets",
        "--targets 127.0.0.1:1 --scope session | --scope means nothing with --targets",
        "--targets 127.0.0.1:1 --ack sync     | --ack means nothing with --targets",
        "--targets 127.0.0.1:1 --pin off      | --pin means nothing with --targets",
        "--targets 127.0.0.1:1 --heap-mb 64   | --heap-mb means nothing with --targets",
        "--targets 127.0.0.1:1 --work-dir .   | --work-dir means nothing with --targets",
        "--allow-remote                       | --allow-remote means nothing without --targets",
        "--command kill=true                  | --command means nothing without --targets",
        "--targets 127.0.0.1:1 --command kill=true | --command means nothing where no node is to be",
        "--targets 127.0.0.1:1,127.0.0.1:2 --survive 0 --command kill=a | --command means nothing where",
        "--node-counts 2,3,4 --nodes 3        | --nodes means nothing with --node-counts",
        "--compare none,holdfast --manager none | --manager means nothing with --compare",
        "--manager none --scope session       | --scope means nothing with --manager none",
        "--manager tomcat-backup --scope session | --scope means nothing with --manager tomcat-backup",
        "--manager none --ack async           | --ack means nothing with --manager none",
        "--compare session,none --scope session | --scope means nothing with --compare session,none",
        "--compare sync,async,none --ack sync | --ack means nothing with --compare sync,async,none",
        "--path /a --think 1s --workload cart | --workload means nothing with --path and --think, which",
        "--think 0s --think-distribution fixed | --think-distribution means nothing with users that do",
        "--extrapolate                        | --extrapolate means nothing without --predict",
        "--content-type a/b                   | --content-type means nothing without --post",
        "--group a                            | --group means nothing without --await-workers",
        "--manager none --nodes 1 --survive 1 | --survive must be 0 with one node, of which none would be",
        "--bound 95:800 --percentile 90       | --percentile is for a --bound that names none"
      })
  void areRefused_ofACapacity(String line, String message) {
    assertThat(refusal("capacity " + line)).startsWith("holdfast capacity: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--targets a=127.0.0.1:1 --engine process | --engine means nothing with --targets, whose nodes",
        "--targets a=127.0.0.1:1 --image shop | --image means nothing with --targets, whose nodes",
        "--targets a=127.0.0.1:1 --war a.war  | --war means nothing with --targets, whose nodes",
        "--targets a=127.0.0.1:1 --scope session | --scope means nothing with --targets, whose nodes",
        "--allow-remote                       | --allow-remote means nothing without --targets",
        "--war-path /a                        | --war-path means nothing without --war",
        "--targets a=127.0.0.1:1 --heap-mb 99 | --heap-mb means nothing with --targets, whose nodes",
        "--heap-mb 99 --engine container      | --heap-mb means nothing with --engine container",
        "--image-port 80 --engine container   | --image-port means nothing without --image",
        "--async-window-ms 9                  | --async-window-ms means nothing with --ack sync, which",
        "--workload cart --url /x             | --workload means nothing with --url, which users ask for",
        "--logins 1 --url /x                  | --logins means nothing with --url: of an application",
        "--logins 1 --workload ping           | --logins means nothing with --workload ping, which has",
        "--dry-run --json a.json              | --json means nothing with --dry-run, which plays nothing",
        "--dry-run --html a.html              | --html means nothing with --dry-run, which plays nothing",
        "--dry-run --runs 5                   | --runs means nothing with --dry-run, which plays nothing",
        "--replication off --ack async        | --ack means nothing without replication",
        "--secondaries 0 --scope session      | --scope means nothing without replication",
        "--think-ms 0 --think-distribution fixed | --think-distribution means nothing with --think-ms 0",
        "--secondaries 2 --replication off    | --secondaries means nothing without replication",
        "--secondaries 0 --replication on     | --replication means nothing with --secondaries 0, which",
        "--json a.txt --html ./a.txt          | --json and --html must be different files, were both a.txt"
      })
  void areRefused_ofADrill(String line, String message) {
    assertThat(refusal("drill " + line)).startsWith("holdfast drill: " + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--manager tomcat-delta --ack async",
        "--compare sync,async,tomcat-backup --ack async",
        "--compare sync,async --scope session",
        "--node-counts 2,3 --scope session --ack async",
        "--path /a --workload cart",
        "--predict 9 --extrapolate",
        "--manager none --nodes 1 --survive 0"
      })
  void areObeyed_whereTheyDoChangeSomething(String line, @TempDir Path directory) {
    assertThat(run("capacity " + line + " --work-dir " + directory)).isEqualTo(3);

    assertThat(err.toString()).contains("could not run: nothing is started here");
  }

  @Test
  void areNoneWhoseValueIsItsDefault() {
    assertThat(refusal("load --requests-per-second 9 -W 1000 http://127.0.0.1/"))
        .contains("--think-ms means nothing with --requests-per-second");
  }

  private String refusal(String line) {
    assertThat(run(line)).as(out.toString()).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(2);
    return err.toString();
  }

  private int run(String line) {
    CommandLine command =
        Holdfast.commandLine(
            (settings, progress) -> {
              throw new ClusterStartException("nothing is started here");
            });
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(line.split(" +"));
  }
}
