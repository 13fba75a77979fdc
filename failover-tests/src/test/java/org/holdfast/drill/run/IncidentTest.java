// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.ClusterNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class IncidentTest {
  @Test
  void asksTheOthersNoMore_whenTheNodeIsBack_whateverTheyHaveShown() {
    try (FakeCluster cluster = new FakeCluster(3, Honesty.NEVER_CHANGES_VIEW)) {
      List<ClusterNode> nodes = cluster.nodes();
      Incident incident =
          new Incident(killed(nodes.get(0)), System.nanoTime(), nodes.subList(1, 3));
      assertThat(watching()).isEqualTo(2);

      incident.healed(System.nanoTime(), List.of());

      assertThat(watching()).as("a soak has some hundred kills").isZero();
      assertThat(incident.isNoticed()).isFalse();
      incident.close();
    }
  }

  @Test
  void waitsForWhatDetectorsMayStillSay_whenTheFaultLastedAboutAsLongAsTheyWait() {
    try (FakeCluster cluster = new FakeCluster(3, Honesty.NEVER_CHANGES_VIEW)) {
      List<ClusterNode> nodes = cluster.nodes();
      long start = System.nanoTime();
      Incident incident = new Incident(paused(nodes.get(0)), start, nodes.subList(1, 3));
      assertThat(incident.isNoticed()).as("nobody has to").isTrue();

      incident.healed(System.nanoTime(), nodes);

      await().atMost(Duration.ofSeconds(20)).until(incident::isRejoined);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(FaultEffects.NOTICED);
      assertThat(incident.rejoinedAfter().orElseThrow())
          .as("all had been in one view since the end: no view had changed")
          .isLessThan(FaultEffects.NOTICED.toNanos() / 2);
      assertThat(incident.viewChangeAll()).as("none came").isEmpty();
      assertThat(incident.returns()).isTrue();
      await().atMost(Duration.ofSeconds(5)).until(() -> watching() == 0);
      incident.close();
    }
  }

  /** Nodes say nothing of the connections between them: a request that needs one may still fail. */
  @Test
  void givesDisturbedLinksTimeToCarryAgain_thoughAllAreInOneViewAtOnce() {
    try (FakeCluster cluster = new FakeCluster(3, Honesty.NEVER_CHANGES_VIEW)) {
      List<ClusterNode> nodes = cluster.nodes();
      long minuteAgo = System.nanoTime() - Duration.ofMinutes(1).toNanos();
      List<Incident> ofLinks =
          Stream.of("cut", "cut-link", "loss", "bandwidth", "delay")
              .map(kind -> new Incident(lasted(kind, nodes.subList(0, 2)), minuteAgo, List.of()))
              .toList();
      try (Incident other =
          new Incident(lasted("slow-cpu", nodes.subList(0, 1)), minuteAgo, List.of())) {
        long healed = System.nanoTime();
        ofLinks.forEach(incident -> incident.healed(healed, nodes));
        other.healed(healed, nodes);
        await().atMost(Duration.ofSeconds(20)).until(other::isRejoined);
        for (Incident incident : ofLinks) {
          String kind = incident.what().kind();
          await(kind).atMost(Duration.ofSeconds(20)).until(incident::isRejoined);
          assertThat(Duration.ofNanos(System.nanoTime() - healed))
              .as(kind)
              .isGreaterThanOrEqualTo(FaultEffects.CONNECTED);
          assertThat(incident.rejoinedAfter().orElseThrow())
              .isLessThan(FaultEffects.CONNECTED.toNanos());
        }
      } finally {
        ofLinks.forEach(Incident::close);
      }
    }
  }

  /** A node that is started again behind a cut cannot be with the others before that ends. */
  @Test
  void countsTheTimeUntilAllAreTogether_fromTheEndOfAllThatLasted() {
    try (FakeCluster cluster = new FakeCluster(3, Honesty.NEVER_CHANGES_VIEW)) {
      List<ClusterNode> nodes = cluster.nodes();
      long now = System.nanoTime();
      long second = Duration.ofSeconds(1).toNanos();
      try (Incident kill = ended("slow-cpu", nodes, now - 30 * second);
          Incident cut = ended("cut", nodes, now - 10 * second);
          Incident slow = ended("slow-cpu", nodes, now - 5 * second);
          Incident laterCut = ended("cut", nodes, now + 60 * second)) {
        await().atMost(Duration.ofSeconds(20)).until(kill::isRejoined);
        long together = kill.rejoinedAfter().orElseThrow();
        assertThat(together).isGreaterThanOrEqualTo(30 * second);

        assertThat(kill.rejoinedAfterAll(List.of(kill, cut, slow, laterCut)))
            .hasValue(together - 20 * second);
        assertThat(kill.rejoinedAfterAll(List.of(kill, slow, laterCut))).hasValue(together);
      }
    }
  }

  private static Incident ended(String kind, List<ClusterNode> nodes, long healedNanos) {
    long began = healedNanos - Duration.ofMinutes(1).toNanos();
    Incident incident = new Incident(lasted(kind, nodes.subList(0, 1)), began, List.of());
    incident.healed(healedNanos, nodes);
    return incident;
  }

  private static Incident.What lasted(String kind, List<ClusterNode> nodes) {
    return new Incident.What(
        "disturbed",
        kind,
        nodes,
        new BitSet(),
        10,
        Set.of(),
        nodes,
        true,
        FaultEffects.ViewChange.PERHAPS,
        true,
        Duration.ofMinutes(1));
  }

  @Test
  void keepsANodeFromNoticingWhatIsDoneToOthers_whileItHangs() {
    try (FakeCluster cluster = new FakeCluster(3, Honesty.SHARES)) {
      List<ClusterNode> nodes = cluster.nodes();
      try (Incident pause = new Incident(paused(nodes.get(0)), System.nanoTime(), List.of());
          Incident kill = new Incident(killed(nodes.get(1)), System.nanoTime(), List.of())) {
        assertThat(pause.keepsAway(nodes.get(0))).isTrue();
        assertThat(pause.keepsAway(nodes.get(1))).isFalse();
        assertThat(kill.keepsAway(nodes.get(1))).as("it is another once it runs again").isFalse();

        pause.healed(System.nanoTime(), List.of());

        assertThat(pause.keepsAway(nodes.get(0))).isFalse();
      }
    }
  }

  @Test
  void keepsANodeAwayForGood_untilItIsStartedAgain_whenItHangsWithoutAnEnd() {
    try (FakeCluster cluster = new FakeCluster(3, Honesty.SHARES)) {
      ClusterNode hung = cluster.nodes().get(0);
      ClusterNode other = cluster.nodes().get(1);
      try (Incident pause =
              new Incident(paused(hung, Duration.ZERO), System.nanoTime(), List.of());
          Incident brief = new Incident(paused(other), System.nanoTime(), List.of())) {
        assertThat(pause.keepsAwayForGood(hung)).isTrue();
        assertThat(pause.keepsAwayForGood(other)).isFalse();
        assertThat(brief.keepsAwayForGood(other)).as("its end will come").isFalse();

        pause.startedAgain(hung);

        assertThat(pause.keepsAwayForGood(hung)).isFalse();
        assertThat(pause.keepsAway(hung)).isFalse();
      }
    }
  }

  private static Incident.What paused(ClusterNode node) {
    return paused(node, Duration.ofSeconds(4));
  }

  private static Incident.What paused(ClusterNode node, Duration lasting) {
    return new Incident.What(
        "paused " + node.name(),
        "pause",
        List.of(node),
        new BitSet(),
        10,
        Set.of(),
        List.of(node),
        true,
        FaultEffects.ViewChange.PERHAPS,
        true,
        lasting);
  }

  private static long watching() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("holdfast-watch-"))
        .filter(Thread::isAlive)
        .count();
  }

  private static Incident.What killed(ClusterNode node) {
    return new Incident.What(
        "killed " + node.name(),
        "kill",
        List.of(node),
        new BitSet(),
        10,
        Set.of(),
        List.of(node),
        true,
        FaultEffects.ViewChange.DUE,
        true,
        Duration.ofSeconds(5));
  }
}
