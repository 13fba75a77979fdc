// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.node.EmbeddedNode;
import org.holdfast.drill.node.LocalNode;
import org.holdfast.drill.stage.Bound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two worker processes on loopback, which together are one crowd, or say that they were not. */
@Timeout(120)
class LoadWorkersIT {
  private static final Pattern PROCESS =
      Pattern.compile("worker (\\S+) is there as process (\\d+)");
  private static final Duration SOON = Duration.ofSeconds(20);

  private final List<String> said = new CopyOnWriteArrayList<>();

  @Test
  void countTogetherWhatTheNodeCounts_andFollowEachUsersCounter() throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("one"))) {
      LoadReport report = LoadStage.run(plan(node, "1/2/1"), said::add);

      assertThat(passed(report))
          .containsEntry("errors", true)
          .containsEntry("lost-updates", true)
          .containsEntry("workers", true)
          .containsEntry("server-count", true)
          .containsEntry("open-at-the-end", true);
      assertThat(report.serverCount().counted())
          .isEqualTo(report.serverCount().answered())
          .isEqualTo(node.status().counters().get("requests").longValue());
      assertThat(report.result().countersChecked()).isEqualTo(report.serverCount().answered());
      assertThat(report.fromDueMillis().count()).isEqualTo(report.result().answers());
      assertThat(report.driver().workers())
          .extracting(worker -> number(worker.name()), LoadReport.Worker::users)
          .containsExactlyInAnyOrder(tuple("worker-1", 11L), tuple("worker-2", 10L));
      assertThat(report.driver().workers().stream().mapToLong(LoadReport.Worker::answers).sum())
          .isEqualTo(report.result().answers());
      assertThat(report.driver().workers())
          .allSatisfy(worker -> assertThat(worker.answers()).isPositive())
          .allSatisfy(worker -> assertThat(worker.heapMegabytes()).isPositive());
    }
    awaitTheEnd(processes(said).values());
  }

  @Test
  void areInvalidWithWords_andEnd_whenOneIsKilledInTheSteadyState() throws Exception {
    verifyTheLossOfOne("KILL", "exit code 137");
  }

  @Tag("nightly")
  @Test
  void areInvalidWithWords_andEnd_whenOneHangsInTheSteadyState() throws Exception {
    verifyTheLossOfOne("STOP", "it left the group");
  }

  private void verifyTheLossOfOne(String signal, String how) throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("one"))) {
      List<Long> hit = new ArrayList<>();
      LoadReport report =
          LoadStage.run(
              plan(node, "0.5/60/1"),
              line -> {
                said.add(line);
                if (line.startsWith("steady") && hit.isEmpty()) {
                  hit.add(processOf("worker-2"));
                  signal(signal, hit.get(0));
                }
              });

      assertThat(report.verdict()).isNotEqualTo("valid");
      assertThat(passed(report)).containsEntry("workers", false);
      assertThat(String.join("; ", report.reasons()))
          .containsPattern("1 of 2 workers drove their users to the end; worker-2-\\w+ was lost")
          .contains("s into steady")
          .contains(how);
      assertThat(report.driver().workersAsked()).isEqualTo(2);
      assertThat(report.driver().workers())
          .extracting(worker -> number(worker.name()))
          .containsExactly("worker-1");
      assertThat(report.result().seconds()).isLessThan(40);
    }
    awaitTheEnd(processes(said).values());
  }

  @Test
  void endWithTheirCoordinator_whenItIsKilled() throws Exception {
    verifyTheyEndWithTheirCoordinator("KILL");
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void endWithTheirCoordinator_whenItIsToldToEnd(String signal) throws Exception {
    verifyTheyEndWithTheirCoordinator(signal);
  }

  private void verifyTheyEndWithTheirCoordinator(String signal) throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("one"))) {
      Process coordinator =
          new ProcessBuilder(
                  // A build that a shell runs in the background ignores SIGINT, and so would its
                  // children.
                  "env",
                  "--default-signal=INT",
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Holdfast.class.getName(),
                  "load",
                  "--workers=2",
                  "-c10",
                  "-r0/60/0",
                  "http://127.0.0.1:" + node.http().getPort() + "/counter")
              .redirectErrorStream(true)
              .start();
      try (BufferedReader printed =
          new BufferedReader(
              new InputStreamReader(coordinator.getInputStream(), StandardCharsets.UTF_8))) {
        String line = "";
        while (line != null && !line.startsWith("warm-up")) {
          said.add(line);
          line = printed.readLine();
        }
        assertThat(line).as("%s", said).isNotNull();
        assertThat(processes(said)).hasSize(2);
        signal(signal, coordinator.pid());
        while (printed.readLine() != null) {
          // What it says last is not looked at, but must not fill the pipe.
        }
      } finally {
        assertThat(coordinator.waitFor(20, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(coordinator.exitValue())
          .isEqualTo(Map.of("TERM", 143, "INT", 130, "KILL", 137).get(signal));
      awaitTheEnd(processes(said).values());
    }
  }

  private static LoadPlan plan(EmbeddedNode node, String stages) {
    String host = "http://127.0.0.1:" + node.http().getPort();
    UrlMix mix = UrlMix.parse(List.of(host + "/counter"), List.of(), RequestBody.NONE, false);
    return new LoadPlan(
        new CrowdPlan(
            21,
            mix.pages(),
            new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofMillis(100)),
            ThinkFrom.RESPONSE,
            0,
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            "JSESSIONID",
            1),
        mix.targets(),
        StageTimes.parse("stages", stages),
        Duration.ofSeconds(10),
        new Bound(99, 5_000, 0),
        List.of(URI.create(host + "/holdfast/status")),
        2);
  }

  private static Map<String, Boolean> passed(LoadReport report) {
    return report.checks().stream()
        .collect(Collectors.toMap(LoadReport.CheckReport::name, LoadReport.CheckReport::passed));
  }

  private static Map<String, Long> processes(List<String> lines) {
    return lines.stream()
        .map(PROCESS::matcher)
        .filter(Matcher::matches)
        .collect(Collectors.toMap(line -> line.group(1), line -> Long.parseLong(line.group(2))));
  }

  /** The name of a started worker without what is random in it. */
  private static String number(String name) {
    return name.substring(0, name.lastIndexOf('-'));
  }

  private long processOf(String number) {
    return processes(said).entrySet().stream()
        .filter(worker -> number(worker.getKey()).equals(number))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static void signal(String signal, long pid) {
    try {
      int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
      assertThat(code).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitTheEnd(Iterable<Long> pids) {
    for (long pid : pids) {
      await()
          .atMost(SOON)
          .until(
              () -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false),
              Boolean.FALSE::equals);
    }
  }
}
