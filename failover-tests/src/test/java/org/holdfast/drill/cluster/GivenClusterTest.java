// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GivenClusterTest {
  @TempDir private Path directory;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer http;

  @BeforeEach
  void listen() throws Exception {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.start();
  }

  @AfterEach
  void close() {
    http.stop(0);
    threads.shutdownNow();
  }

  @Test
  void runsTheOwnersCommands() throws Exception {
    List<String> progress = new ArrayList<>();
    try (GivenCluster cluster =
        cluster(
            Map.of(
                "kill", "echo killed {node} at {host} {port} >>done",
                "start", "echo started {node} >>done"))) {
      List<ClusterNode> second = cluster.nodes().subList(1, 2);

      cluster.inflict(new Fault.Kill(), second);
      assertThat(second.get(0).alive()).isFalse();
      assertThat(cluster.nodes().get(0).alive()).isTrue();
      cluster.start(second.get(0), progress::add);

      assertThat(second.get(0).alive()).isTrue();
      assertThat(progress).containsExactly("shop-2 answers again");
    }
    assertThat(Files.readAllLines(directory.resolve("done")))
        .containsExactly(
            "killed shop-2 at 127.0.0.1 " + http.getAddress().getPort(), "started shop-2");
  }

  @Test
  void saysThatANodeServes_whenItIsSlow_butNotWhenItRefuses() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    http.createContext(
        "/",
        exchange -> {
          asked.countDown();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    try (GivenCluster cluster = cluster(Map.of("kill", "true"))) {
      ClusterNode node = cluster.nodes().get(0);

      assertThat(cluster.serves(node)).isTrue();
      assertThat(cluster.answers(node)).isFalse();
      asked.await();
      over.countDown();
      http.stop(0);
      assertThat(cluster.serves(node)).isFalse();
    } finally {
      over.countDown();
    }
  }

  @Test
  void replacesAStoppedNodeByTheOwnersCommand() throws Exception {
    Map<String, String> commands =
        Map.of(
            "stop", "echo stop {node} >>done",
            "upgrade", "echo upgrade {node} >>done",
            "start", "echo start {node} >>done");
    try (GivenCluster cluster = cluster(commands)) {
      assertThat(cluster.lacks(NodeVersion.NEXT)).isEmpty();
      assertThat(cluster.lacks(NodeVersion.FIRST)).hasValue("no command downgrade was given");
      ClusterNode second = cluster.nodes().get(1);

      cluster.inflict(new Fault.Stop(), List.of(second));
      cluster.replace(second, NodeVersion.NEXT);
      cluster.start(second, line -> {});
    }

    assertThat(Files.readAllLines(directory.resolve("done")))
        .containsExactly("stop shop-2", "upgrade shop-2", "start shop-2");
  }

  @Test
  void takesBackWhatLasts_whenTheDrillEnds() throws Exception {
    try (GivenCluster cluster =
        cluster(Map.of("cut", "echo cut {node} >>done", "un-cut", "echo healed {node} >>done"))) {
      Fault cut = new Fault.Cut(Fault.Direction.BOTH);
      cluster.inflict(cut, cluster.nodes());
      cluster.heal(cut, cluster.nodes().subList(0, 1));
    }

    List<String> done = Files.readAllLines(directory.resolve("done"));
    assertThat(done.subList(0, 2)).containsExactlyInAnyOrder("cut shop-1", "cut shop-2");
    assertThat(done.subList(2, done.size())).containsExactly("healed shop-1", "healed shop-2");
  }

  @Test
  void tellsTheFirstEndOfALinkOfTheOther() throws Exception {
    Map<String, String> commands =
        Map.of(
            "cut-link", "echo cut {node} {other} {direction} >>done",
            "un-cut-link", "echo healed {node} {other} >>done");
    try (GivenCluster cluster = cluster(commands)) {
      Fault link = new Fault.CutLink(Fault.Direction.INBOUND);
      cluster.inflict(link, cluster.nodes());
    }

    assertThat(Files.readAllLines(directory.resolve("done")))
        .containsExactly("cut shop-1 shop-2 inbound", "healed shop-1 shop-2");
  }

  @Test
  void tellsTheNodeToStopOfTheOneToKill() throws Exception {
    Map<String, String> commands = Map.of("stop-and-kill", "echo {node} {other} {after} >>done");
    try (GivenCluster cluster = cluster(commands)) {
      cluster.inflict(new Fault.StopAndKill(Duration.ofSeconds(1)), cluster.nodes());

      assertThat(cluster.nodes()).noneMatch(ClusterNode::alive);
    }

    assertThat(Files.readAllLines(directory.resolve("done")))
        .containsExactly("shop-1 shop-2 1000ms");
  }

  /** Its owner's command would find nothing to continue, and fail. */
  @Test
  void takesNoPauseBack_ofANodeThatWasKilledSince() throws Exception {
    Fault pause = new Fault.Pause();
    Map<String, String> commands =
        Map.of("pause", "true", "un-pause", "echo {node} >>done", "kill", "true", "start", "true");
    try (GivenCluster cluster = cluster(commands)) {
      ClusterNode second = cluster.nodes().get(1);
      cluster.inflict(pause, cluster.nodes());
      cluster.inflict(new Fault.Kill(), List.of(second));
      cluster.start(second, line -> {});

      cluster.heal(pause, cluster.nodes());
    }

    assertThat(Files.readAllLines(directory.resolve("done"))).containsExactly("shop-1");
  }

  @Test
  void takesBackAllAtOnce_whenTheDrillEnds() throws Exception {
    String both =
        "touch {node}; until [ -e shop-1 ] && [ -e shop-2 ] && [ -e slow ]; do sleep 0.02; done";
    GivenCluster cluster =
        new GivenCluster(
            places(),
            Map.of("cut", "true", "un-cut", both, "slow-cpu", "true", "un-slow-cpu", "touch slow"),
            directory,
            new StatusClient(),
            Duration.ofSeconds(20));
    cluster.inflict(new Fault.Cut(Fault.Direction.BOTH), cluster.nodes());
    cluster.inflict(new Fault.SlowCpu(10), cluster.nodes().subList(0, 1));

    cluster.close();

    assertThat(directory.resolve("commands.log")).content().contains("== un-slow-cpu of shop-1");
  }

  @Test
  void tellsAllThatCouldNotBeTakenBack() {
    GivenCluster cluster =
        cluster(Map.of("cut", "true", "un-cut", "exit 3", "kill", "true", "start", "exit 4"));
    cluster.willReturn(cluster.nodes().subList(1, 2));
    cluster.inflict(new Fault.Cut(Fault.Direction.BOTH), cluster.nodes().subList(0, 1));
    cluster.inflict(new Fault.Kill(), cluster.nodes().subList(1, 2));

    assertThatThrownBy(cluster::close)
        .isInstanceOf(FaultException.class)
        .hasMessageContaining("command un-cut ended with 3")
        .hasMessageContaining("command start ended with 4");
  }

  @Test
  void takesBackOnlyOnce_whatWorkedForOneNodeAndNotForAnother() throws Exception {
    try (GivenCluster cluster =
        cluster(
            Map.of(
                "cut", "true",
                "un-cut", "echo {node} >>tried; if [ {node} = shop-2 ]; then ! rmdir first; fi"))) {
      Fault cut = new Fault.Cut(Fault.Direction.BOTH);
      Files.createDirectory(directory.resolve("first"));
      cluster.inflict(cut, cluster.nodes());

      assertThatThrownBy(() -> cluster.heal(cut, cluster.nodes()))
          .isInstanceOf(FaultException.class);
    }

    assertThat(Files.readAllLines(directory.resolve("tried")))
        .as("shop-2 once more when the drill ends")
        .containsExactlyInAnyOrder("shop-1", "shop-2", "shop-2");
  }

  @Test
  void saysWhatItLacks() {
    try (GivenCluster cluster = cluster(Map.of("pause", "true", "kill", "true"))) {
      assertThat(cluster.lacks(new Fault.Kill())).isEmpty();
      assertThat(cluster.lacks(new Fault.Stop())).hasValue("no command for stop was given");
      assertThat(cluster.lacks(new Fault.Pause()))
          .hasValue("no command un-pause was given, which takes pause back");
      assertThat(cluster.lacks(new Fault.SlowCpu(10)))
          .hasValue("no command for slow-cpu was given");
      assertThat(cluster.lacksStart())
          .hasValue("no command start was given, which starts a node again");
    }
    try (GivenCluster cluster = cluster(Map.of("start", "true"))) {
      assertThat(cluster.lacksStart()).isEmpty();
    }
  }

  @Test
  void startsAgainWhatWasToReturn_whenTheDrillIsStoppedBefore() throws Exception {
    try (GivenCluster cluster =
        cluster(Map.of("kill", "true", "start", "echo started {node} >>done"))) {
      cluster.willReturn(cluster.nodes().subList(1, 2));
      cluster.inflict(new Fault.Kill(), cluster.nodes());
      Thread.currentThread().interrupt();
    }

    assertThat(Thread.interrupted()).isTrue();
    assertThat(Files.readAllLines(directory.resolve("done"))).containsExactly("started shop-2");
  }

  @Test
  void leavesNodesAlone_whenTheyWereNotEnded() throws Exception {
    Map<String, String> commands =
        Map.of("kill", "exit 1", "stop", "true", "start", "echo started {node} >>done");
    try (GivenCluster cluster = cluster(commands)) {
      List<ClusterNode> first = cluster.nodes().subList(0, 1);
      cluster.willReturn(cluster.nodes());
      assertThatThrownBy(() -> cluster.inflict(new Fault.Kill(), first))
          .as("it answers all the same")
          .isInstanceOf(FaultException.class);
    }

    assertThat(directory.resolve("done")).doesNotExist();
  }

  @Test
  void saysWhatACommandSaid_whenItFails() {
    try (GivenCluster cluster = cluster(Map.of("kill", "echo no such {node}; exit 7"))) {
      assertThatThrownBy(() -> cluster.inflict(new Fault.Kill(), cluster.nodes()))
          .isInstanceOf(FaultException.class)
          .hasMessage(
              "command kill ended with 7: echo no such shop-1; exit 7; it said: no such shop-1; and"
                  + " command kill ended with 7: echo no such shop-2; exit 7; it said: no such"
                  + " shop-2");
      assertThat(cluster.nodes().get(0).alive()).isTrue();
    }
  }

  private GivenCluster cluster(Map<String, String> commands) {
    return GivenCluster.join(places(), commands, directory, new StatusClient());
  }

  private List<GivenCluster.Place> places() {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", http.getAddress().getPort());
    return List.of(
        new GivenCluster.Place("shop-1", true, address, address),
        new GivenCluster.Place("shop-2", true, address, address));
  }
}
