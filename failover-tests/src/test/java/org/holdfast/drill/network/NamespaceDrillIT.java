// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.machine.Programs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Drills of processes in network namespaces. */
@Tag("alone")
@Timeout(300)
class NamespaceDrillIT {
  private static final Pattern READY = Pattern.compile("ready http=198\\.19\\.(\\d+)\\.\\d+:8080");

  @TempDir private Path directory;

  @Test
  void losesNothingAndRecovers_whenALinkIsCutForSevenSeconds() throws Exception {
    Namespaces.assume();
    Path scenario =
        Files.writeString(
            directory.resolve("scenario.yaml"),
            """
            scenario: link-cut-short
            nodes: 3
            users: 60
            routing: round-robin
            length: 20s
            steps:
              - at: 4s
                cut-link: [node-2, node-3]
                for: 7s
            expect:
              losses: unprotected
              rejoin: 5s
            """);

    JsonNode report = drill(scenario.toString());

    JsonNode cut = report.at("/incidents/0");
    assertThat(cut.path("kind").asText()).isEqualTo("cut-link");
    assertThat(cut.path("healedSeconds").asDouble()).isGreaterThanOrEqualTo(11);
    assertThat(cut.path("rejoinedMillis").asDouble()).isBetween(0.0, 5_000.0);
    assertThat(report.at("/truth/usersVerified").asInt()).isEqualTo(60);
  }

  @Tag("drills")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "link-cut",
        "link-cut-long",
        "link-cut-one-way",
        "link-cut-coordinator",
        "start-behind-cut"
      })
  void holds(String scenario) throws Exception {
    Namespaces.assume();
    JsonNode unused = drill(scenario);
  }

  /** Once while it starts its nodes, and once while users are there. */
  @ParameterizedTest
  @ValueSource(strings = {"node-1 ready", "hold one view"})
  void leavesNothing_whenItIsToldToEnd(String progress) throws Exception {
    Namespaces.assume();
    Process drill = start("--users", "10");
    try {
      String name = awaitProgress(drill, progress);
      assertThat(NamespaceNetwork.owner(name)).startsWith(drill.pid() + "@");

      drill.toHandle().destroy();

      assertThat(drill.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(drill.exitValue()).as("SIGTERM").isEqualTo(143);
      assertThat(NamespaceNetwork.owner(name)).isEmpty();
      assertThat(NamespaceNetwork.namespaces(name)).isEmpty();
    } finally {
      drill.destroyForcibly();
    }
  }

  /** Ctrl-C in a terminal reaches all processes that the drill has started, too. */
  @Test
  void leavesNothing_whenCtrlCComesWhileItsNetworkIsBuilt() throws Exception {
    Namespaces.assume();
    try (WatchService namespaces = watchNamespaces()) {
      Process drill = startInAGroupOfItsOwn();
      try {
        String owner = drill.pid() + "@";
        String name =
            awaitNamespace(
                namespaces,
                StandardWatchEventKinds.ENTRY_CREATE,
                each -> NamespaceNetwork.owner(each).startsWith(owner));

        interruptGroup(drill);

        assertThat(drill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(drill.exitValue()).as("SIGINT").isEqualTo(130);
        assertThat(NamespaceNetwork.owner(name)).isEmpty();
        assertThat(NamespaceNetwork.namespaces(name)).isEmpty();
      } finally {
        drill.destroyForcibly();
      }
    }
  }

  @Test
  void leavesNothing_whenCtrlCComesWhileItsNetworkIsTakenDown() throws Exception {
    Namespaces.assume();
    try (WatchService namespaces = watchNamespaces()) {
      Process drill = startInAGroupOfItsOwn();
      try {
        String name = awaitProgress(drill, "hold one view");
        drill.toHandle().destroy();
        String unused =
            awaitNamespace(
                namespaces,
                StandardWatchEventKinds.ENTRY_DELETE,
                each -> each.startsWith(name + "-node-"));

        interruptGroup(drill);

        assertThat(drill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(drill.exitValue()).as("SIGTERM, which came first").isEqualTo(143);
        assertThat(NamespaceNetwork.owner(name)).isEmpty();
        assertThat(NamespaceNetwork.namespaces(name)).isEmpty();
      } finally {
        drill.destroyForcibly();
      }
    }
  }

  @Test
  void leavesNothing_whenAnErrorEndsTheStartOfItsNodes() throws Exception {
    Namespaces.assume();
    ClusterSettings settings =
        new ClusterSettings(1, "sync", "MODIFIED_ATTRIBUTE", 0, directory.toString());
    List<String> said = new ArrayList<>();

    assertThatThrownBy(
            () ->
                ProcessLauncher.inNamespaces()
                    .launch(
                        settings,
                        line -> {
                          said.add(line);
                          throw new LinkageError("no class to say it with");
                        }))
        .isInstanceOf(LinkageError.class)
        .hasMessage("no class to say it with");

    assertThat(said).hasSize(1);
    String line = said.get(0);
    String name = networkIn(line);
    assertThat(name).as(line).isNotEmpty();
    assertThat(NamespaceNetwork.owner(name)).isEmpty();
    assertThat(NamespaceNetwork.namespaces(name)).isEmpty();
    assertThat(ProcessHandle.of(Long.parseLong(line.substring(line.lastIndexOf('=') + 1))))
        .as("the node")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dry-run", "--users=10"})
  void couldNotRun_withoutTheRightsOfRoot(String option) throws Exception {
    Process drill = start(withoutRights(), option);
    try {
      String said = new String(drill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(drill.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(drill.exitValue()).as(said).isEqualTo(3);
      assertThat(said)
          .contains("holdfast drill: could not run: network namespaces need root's rights")
          .doesNotContain("ready http=");
    } finally {
      drill.destroyForcibly();
    }
  }

  /** What takes them from root; nothing where the test has none. */
  private static List<String> withoutRights() {
    if (NamespaceNetwork.lacks().isPresent()) {
      return List.of();
    }
    assumeThat(Programs.find("setpriv")).as("what takes rights from root").isPresent();
    return List.of("setpriv", "--bounding-set", "-sys_admin");
  }

  /** Reads what a drill says until {@code progress}; returns the name of its network. */
  private static String awaitProgress(Process drill, String progress) throws IOException {
    BufferedReader said = drill.inputReader(StandardCharsets.UTF_8);
    String name = "";
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      String found = networkIn(line);
      name = found.isEmpty() ? name : found;
      if (line.contains(progress)) {
        break;
      }
    }
    return name;
  }

  /** Returns the name of the network of a node that says that it serves; else an empty text. */
  private static String networkIn(String line) {
    Matcher ready = READY.matcher(line);
    return ready.find() ? "holdfast-" + ready.group(1) : "";
  }

  /** Watches the names of this machine's network namespaces. */
  private static WatchService watchNamespaces() throws IOException {
    WatchService namespaces = FileSystems.getDefault().newWatchService();
    WatchKey unused =
        Path.of("/var/run/netns")
            .toRealPath()
            .register(
                namespaces,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_DELETE);
    return namespaces;
  }

  /** Waits until a namespace comes or goes whose name is {@code wanted}, and returns its name. */
  private static String awaitNamespace(
      WatchService namespaces, WatchEvent.Kind<?> kind, Predicate<String> wanted)
      throws InterruptedException {
    for (WatchKey key = next(namespaces); key != null; key = next(namespaces)) {
      for (WatchEvent<?> event : key.pollEvents()) {
        String name = String.valueOf(event.context());
        if (event.kind().equals(kind) && wanted.test(name)) {
          return name;
        }
      }
      assertThat(key.reset()).isTrue();
    }
    throw new AssertionError("no such namespace within a minute");
  }

  private static WatchKey next(WatchService namespaces) throws InterruptedException {
    return namespaces.poll(1, TimeUnit.MINUTES);
  }

  /**
   * Starts a drill as a shell does in a terminal. A build that runs in the background may ignore
   * SIGINT, and so would its children.
   */
  private Process startInAGroupOfItsOwn() throws Exception {
    assumeThat(Programs.find("setsid")).as("what gives a process a group").isPresent();
    return start(List.of("setsid", "env", "--default-signal=INT"), "--users", "10");
  }

  private static void interruptGroup(Process leader) throws Exception {
    Process kill = new ProcessBuilder("sh", "-c", "kill -INT -" + leader.pid()).inheritIO().start();
    boolean hasSent = kill.waitFor() == 0;
    // A drill that takes its network down may have ended first.
    assertThat(hasSent || !leader.isAlive()).isTrue();
  }

  private Process start(String... options) throws Exception {
    return start(List.of(), options);
  }

  private Process start(List<String> before, String... options) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Holdfast.class.getName(), "drill", "--engine", "namespace"));
    command.addAll(Arrays.asList(options));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Plays a scenario, which must hold, and returns the report. */
  private JsonNode drill(String scenario) throws Exception {
    Path json = directory.resolve("drill.json");
    List<String> arguments =
        new ArrayList<>(List.of("drill", "--engine", "namespace", "--scenario", scenario));
    arguments.addAll(List.of("--json", json.toString(), "--work-dir", directory.toString()));
    arguments.addAll(List.of("--warm-up-ms", "3000"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));

    int ended = line.execute(arguments.toArray(String[]::new));

    assertThat(ended).as(out.toString() + err).isZero();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.at("/scenario/engine").asText()).isEqualTo("namespace");
    return report;
  }
}
