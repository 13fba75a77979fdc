// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OwnerCommandsTest {
  /** Starts a process of its own, tells its id, and waits for it. */
  private static final String WITH_CHILD =
      "sleep 600 & echo $! >child.new; mv child.new child; wait";

  @TempDir private Path directory;

  @Test
  void knowsEveryFault() {
    assertThat(OwnerCommands.names())
        .containsAll(
            Arrays.stream(Fault.class.getPermittedSubclasses())
                .map(kind -> kind.getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "-"))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList())
        .contains("un-pause", "un-full-disk", "start", "upgrade", "downgrade")
        .doesNotContain("un-kill", "un-stop", "un-out-of-memory")
        .isSorted();
  }

  @Test
  void keepsWhatEveryCommandSaid() throws Exception {
    OwnerCommands commands =
        commands(Map.of("kill", "echo bye {node}", "start", "printf up"), Duration.ofMinutes(1));

    commands.run("kill", Map.of(), nodes().subList(0, 1), done -> {});
    commands.run("start", Map.of(), nodes().subList(0, 1), done -> {});
    commands.run("kill", Map.of(), nodes(), done -> {});

    assertThat(Files.readAllLines(directory.resolve("commands.log")))
        .containsExactly(
            "== kill of shop-1",
            "bye shop-1",
            "== start of shop-1",
            "up",
            "== kill of shop-1",
            "bye shop-1",
            "== kill of shop-2",
            "bye shop-2");
    assertThat(directory).isDirectoryNotContaining("glob:**/command-*");
  }

  @Test
  void runsSideBySide_whenSeveralNodesAreNamed() throws Exception {
    // Each waits for the other, 10 s at most.
    String meets =
        "touch {node}.there; for i in $(seq 200); do"
            + " if [ $(ls *.there | wc -l) -eq 2 ]; then exit 0; fi; sleep 0.05; done; exit 1";

    commands(Map.of("kill", meets), Duration.ofMinutes(1))
        .run("kill", Map.of(), nodes(), done -> {});

    assertThat(directory.resolve("shop-2.there")).exists();
  }

  @Test
  void endsWhatACommandStarted_whenItTakesTooLong() throws Exception {
    OwnerCommands commands = commands(Map.of("kill", WITH_CHILD), Duration.ofSeconds(1));

    assertThatThrownBy(() -> commands.run("kill", Map.of(), nodes().subList(0, 1), done -> {}))
        .isInstanceOf(FaultException.class)
        .hasMessage("command kill took more than 1 s: " + WITH_CHILD);

    awaitEndOf(child());
  }

  @Test
  void endsWhatACommandStarted_whenTheDrillIsInterrupted() throws Exception {
    OwnerCommands commands = commands(Map.of("kill", WITH_CHILD), Duration.ofMinutes(5));

    interrupt(commands, nodes().subList(0, 1), "child");

    awaitEndOf(child());
  }

  @Test
  void keepsWhatWasSaid_whenTheDrillIsInterruptedAmongSeveral() throws Exception {
    String slow = "echo {node} begins; touch {node}.there; sleep 600";
    OwnerCommands commands = commands(Map.of("kill", slow), Duration.ofMinutes(5));

    interrupt(commands, nodes(), "shop-1.there", "shop-2.there");

    assertThat(Files.readAllLines(directory.resolve("commands.log")))
        .containsExactly(
            "== kill of shop-1", "shop-1 begins", "== kill of shop-2", "shop-2 begins");
    assertThat(directory).isDirectoryNotContaining("glob:**/command-*");
  }

  /** Interrupts the commands once all of {@code files} are there. */
  private void interrupt(OwnerCommands commands, List<ClusterNode> nodes, String... files)
      throws Exception {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread drill =
        new Thread(
            () -> {
              try {
                commands.run("kill", Map.of(), nodes, done -> {});
              } catch (FaultException e) {
                thrown.complete(e);
              }
            });
    drill.start();
    await()
        .until(() -> Arrays.stream(files).allMatch(file -> Files.exists(directory.resolve(file))));

    drill.interrupt();

    assertThat(thrown.get()).hasMessage("interrupted while command kill was running");
  }

  private long child() throws Exception {
    return Long.parseLong(Files.readString(directory.resolve("child")).strip());
  }

  private static void awaitEndOf(long process) {
    await().until(() -> ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
  }

  private OwnerCommands commands(Map<String, String> commands, Duration longest) {
    return new OwnerCommands(commands, directory, longest);
  }

  private List<ClusterNode> nodes() {
    InetSocketAddress nobody = new InetSocketAddress("127.0.0.1", 1);
    return GivenCluster.join(
            List.of(
                new GivenCluster.Place("shop-1", true, nobody, nobody),
                new GivenCluster.Place("shop-2", true, nobody, nobody)),
            Map.of(),
            directory,
            new StatusClient())
        .nodes();
  }
}
