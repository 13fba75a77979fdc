// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several web applications of one process on one node. */
@Timeout(60)
class SharedNodesIT {
  private static NodeConfigBuilder alone() {
    int port = TestCluster.freePorts(1).get(0);
    return NodeConfig.builder("shared")
        .cluster("shared-" + Long.toString(System.nanoTime(), 36))
        .membershipPort(port)
        .discovery("static:127.0.0.1:" + port)
        .joinTimeout(Duration.ofMillis(500))
        .drainTimeout(Duration.ZERO);
  }

  private static SharedNode use(NodeConfig config) {
    return ReplicationNode.shared(config, InstantSource.system());
  }

  @Test
  void goesOnUntilTheLastApplicationLeaves() {
    NodeConfig config = alone().build();
    SharedNode first = use(config);
    SharedNode second = use(config);
    assertThat(second.node()).isSameAs(first.node());

    first.close();
    SharedNode third = use(config);
    assertThat(third.node()).as("one was left").isSameAs(first.node());
    third.close();
    second.close();

    SharedNode next = use(config);
    assertThat(next.node()).as("on the same ports").isNotSameAs(first.node());
    next.close();
  }

  @Test
  void startsOnce_whenTwoApplicationsComeAtOnce() throws Exception {
    NodeConfig config = alone().build();
    ExecutorService applications = Executors.newFixedThreadPool(2);
    try {
      List<Future<SharedNode>> nodes =
          applications.invokeAll(List.of(() -> use(config), () -> use(config)));

      assertThat(nodes.get(0).get().node()).isSameAs(nodes.get(1).get().node());
      nodes.get(0).get().close();
      nodes.get(1).get().close();
    } finally {
      applications.shutdownNow();
    }
  }

  @Test
  void refusesASecondApplication_whenItAsksForOtherSettings() {
    NodeConfigBuilder builder = alone();
    try (SharedNode running = use(builder.build())) {
      NodeConfig other = builder.joinTimeout(Duration.ofMillis(600)).build();

      assertThatThrownBy(() -> use(other))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("already runs in this process with other settings");
      assertThat(running.node().view().members()).hasSize(1);
    }
  }

  @Test
  void leavesTheOthersTheirShare_whenOneClosesItsOwnAgain() {
    NodeConfig config = alone().build();
    SharedNode first = use(config);
    try (SharedNode second = use(config)) {
      first.close();
      first.close();

      try (SharedNode third = use(config)) {
        assertThat(third.node()).as("still runs").isSameAs(second.node());
      }
    }
  }

  @Test
  void drainsOnce_whenANodeIsClosedTwice() {
    NodeConfig config = alone().drainTimeout(Duration.ofSeconds(1)).build();
    ReplicationNode node = ReplicationNode.start(config, InstantSource.system());
    node.close();
    PrintStream before = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      node.close();
    } finally {
      System.setErr(before);
    }

    assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("drain");
  }

  /** Stops a shared node that drains until the request may end. */
  @Test
  void waitsForThePortsOfANodeThatIsStillLeaving() throws Exception {
    List<Integer> ports = TestCluster.freePorts(2);
    String addresses = "static:127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1);
    NodeConfigBuilder builder = alone().discovery(addresses).membershipPort(ports.get(0));
    NodeConfig config = builder.drainTimeout(Duration.ofSeconds(20)).build();
    SharedNode leaving = use(config);
    NodeConfig other =
        NodeConfig.builder("other")
            .cluster(config.cluster())
            .membershipPort(ports.get(1))
            .discovery(addresses)
            .drainTimeout(Duration.ZERO)
            .build();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (ReplicationNode peer = ReplicationNode.start(other, InstantSource.system())) {
      await().until(() -> leaving.node().isSettled() && peer.view().members().size() == 2);
      ApplicationConfig shop = ApplicationConfig.of("shop", getClass().getClassLoader());
      SessionReplicator sessions = leaving.node().register(shop, session -> {});
      SessionReplicator others = peer.register(shop, session -> {});
      ReplicatedSession away = others.create(Duration.ofMinutes(30), 0);
      away.commit();
      ReplicatedSession running = sessions.create(Duration.ofMinutes(30), 0);
      running.commit();
      Future<?> close = threads.submit(leaving::close);
      await().until(() -> sessions.acquire(away.id(), null) instanceof Lookup.Unavailable);

      AtomicBoolean stoppedWhenReady = new AtomicBoolean();
      Future<SharedNode> next =
          threads.submit(
              () -> {
                SharedNode ready = use(config);
                stoppedWhenReady.set(running.isValid());
                return ready;
              });
      await().until(() -> next.isDone() || isWaitingForAStop());
      assertThat(next).isNotDone();
      running.exit();

      try (SharedNode ready = next.get(30, TimeUnit.SECONDS)) {
        assertThat(ready.node()).isNotSameAs(leaving.node());
        assertThat(stoppedWhenReady).as("the session went before").isFalse();
      }
      close.get(20, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean isWaitingForAStop() {
    return Thread.getAllStackTraces().entrySet().stream()
        .anyMatch(
            each ->
                each.getKey().getState() == Thread.State.TIMED_WAITING
                    && List.of(each.getValue()).stream()
                        .anyMatch(
                            frame ->
                                frame.getClassName().equals(SharedNodes.class.getName())
                                    && frame.getMethodName().equals("lock")));
  }

  @Test
  void startsOneNode_whileAnotherIsStillStarting() throws Exception {
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    ExecutorService applications = Executors.newFixedThreadPool(2);
    try {
      NodeConfig slow = alone().build();
      Future<SharedNode> first =
          applications.submit(
              () ->
                  ReplicationNode.shared(
                      slow,
                      () -> {
                        starting.countDown();
                        awaitUninterrupted(goOn);
                        return Instant.ofEpochMilli(1);
                      }));
      assertThat(starting.await(20, TimeUnit.SECONDS)).isTrue();
      Future<SharedNode> second = applications.submit(() -> use(alone().build()));

      second.get(20, TimeUnit.SECONDS).close();
      goOn.countDown();
      first.get(20, TimeUnit.SECONDS).close();
    } finally {
      goOn.countDown();
      applications.shutdownNow();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      assertThat(latch.await(40, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Test
  void leavesNoThread_whenItIsClosed() {
    NodeConfig config = alone().secondaries(1).build();

    use(config).close();

    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain(
                        "holdfast-rehearsal-" + config.memberName(),
                        "holdfast-protocol-" + config.memberName()));
  }
}
