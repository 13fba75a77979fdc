// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A group of points of the contract that share two running nodes. Each test begins with both of
 * them running and should use a browser of its own.
 */
@ExtendWith(StandstillVerdict.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ContractTopic {
  static final Duration SOON = Duration.ofSeconds(15);

  static {
    // Topics run in parallel in one JVM. By default a wait fails when any thread ends with an
    // exception, and some pages of other topics end so on purpose.
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }

  private final ContractCluster cluster;

  /** The two nodes; most tests let {@code a} die or hand over, and {@code b} take over. */
  protected final ContractNode a;

  protected final ContractNode b;
  protected Browser browser = new Browser();

  ContractTopic(ContainerUnderTest container) {
    this(container, Map.of());
  }

  /**
   * @param changed settings in the place of those of the contract
   */
  ContractTopic(ContainerUnderTest container, Map<String, String> changed) {
    cluster = new ContractCluster(container, 2, this::applications, changed);
    a = cluster.node(0);
    b = cluster.node(1);
  }

  /** Makes the applications of one node. */
  abstract List<ContractApplication> applications();

  /** Starts the nodes, unless the container is exempt from the whole topic. */
  @BeforeAll
  void startNodes() {
    String topic = getClass().getSimpleName();
    if (cluster.container().exemptions().stream().noneMatch(e -> e.point().equals(topic))) {
      cluster.startAll();
    }
  }

  @AfterAll
  void stopNodes() {
    cluster.close();
  }

  @BeforeEach
  void begin(TestInfo test) {
    skipIfExempt(cluster.container(), test);
    browser = new Browser();
    cluster.startAll();
  }

  /** Skips the point if {@code container} cannot hold it. */
  static void skipIfExempt(ContainerUnderTest container, TestInfo test) {
    String topic = test.getTestClass().orElseThrow().getSimpleName();
    String point = test.getTestMethod().orElseThrow().getName();
    for (Exemption exemption : container.exemptions()) {
      Assumptions.assumeFalse(exemption.covers(topic, point), exemption.reason());
    }
  }

  /** Waits until a page of the root application waits at a gate. */
  static void awaitReached(ContractNode node, String gate) {
    await()
        .atMost(SOON)
        .until(() -> Browser.control(node, "/contract/reached?gate=" + gate), "true"::equals);
  }

  /** Waits for a moment for the answer to a request, which the test expects not to come. */
  static void awaitBriefly(CompletableFuture<?> request) {
    long since = System.nanoTime();
    await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(SOON)
        .until(() -> request.isDone() || System.nanoTime() - since > 300_000_000L);
  }

  static void open(ContractNode node, String gate) {
    Browser.control(node, "/contract/open?gate=" + gate);
  }
}
