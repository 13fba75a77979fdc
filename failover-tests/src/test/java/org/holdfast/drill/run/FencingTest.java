// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.load.Recovery;
import org.holdfast.drill.report.PromiseReport;
import org.junit.jupiter.api.Test;

class FencingTest {
  private static final Duration LASTING = Duration.ofSeconds(10);

  private final TellingNode node = new TellingNode();
  private final Fencing fencing = new Fencing();

  @Test
  void isSeen_whenTheNodeWasToldOfOneAtLeast() {
    node.counters.put("fenced", 3L);
    done(new Fault.Pause(), LASTING, 2);
    node.counters.put("fenced", 4L);

    fencing.look();
    fencing.look();

    assertThat(fencing.troubles()).isEmpty();
    assertThat(fencing.found())
        .containsExactly(
            new PromiseReport(
                "it is told of the sessions that went on elsewhere: paused node-1",
                "fenced of 1 session; answered elsewhere: 2 users",
                true));
  }

  @Test
  void isATrouble_whenItWasToldOfNone() {
    node.counters.put("fenced", 3L);
    done(new Fault.Pause(), LASTING, 2);

    fencing.look();

    assertThat(fencing.found()).extracting(PromiseReport::kept).containsExactly(false);
    assertThat(fencing.troubles())
        .containsExactly(
            "of the sessions that 2 users went on with elsewhere it was fenced of none: paused"
                + " node-1");
  }

  @Test
  void isNotLookedFor_whereNothingHadToGoElsewhere() {
    node.counters.put("fenced", 0L);
    done(new Fault.Kill(), LASTING, 2);
    done(new Fault.Pause(), Duration.ZERO, 2);
    done(new Fault.Pause(), LASTING, 0);

    fencing.look();

    assertThat(fencing.found()).isEmpty();
    assertThat(fencing.troubles()).isEmpty();
  }

  @Test
  void isHeldAgainstNobody_whoWasStartedAgainSince() {
    node.counters.put("fenced", 3L);
    Incident paused = done(new Fault.Pause(), LASTING, 2);
    node.counters.put("fenced", 0L);
    paused.startedAgain(node);

    fencing.look();

    assertThat(fencing.troubles()).isEmpty();
    assertThat(fencing.found())
        .extracting(PromiseReport::seen)
        .containsExactly("not checked, as node-1 was started again since");
  }

  @Test
  void isHeldAgainstNobody_whereNodesTellNothing() {
    done(new Fault.Pause(), LASTING, 2);

    fencing.look();

    assertThat(fencing.troubles()).isEmpty();
    assertThat(fencing.found())
        .extracting(PromiseReport::seen)
        .containsExactly("not checked, as node-1 does not tell what it was fenced of");
  }

  @CanIgnoreReturnValue
  private Incident done(Fault fault, Duration lasting, int moved) {
    BitSet away = new BitSet();
    away.set(0);
    fencing.before(List.of(node));
    Incident incident =
        new Incident(
            new Incident.What(
                fault.words() + " node-1",
                fault.key(),
                List.of(node),
                away,
                moved,
                Set.of(),
                List.of(),
                true,
                FaultEffects.ViewChange.NONE,
                false,
                lasting),
            System.nanoTime(),
            List.of());
    incident.over(
        IntStream.range(0, moved)
            .mapToObj(user -> new Recovery(user, true, true, true, true, true, 1, 1))
            .toList(),
        0);
    fencing.done(incident, fault);
    return incident;
  }

  private static final class TellingNode implements ClusterNode {
    final Map<String, Long> counters = new HashMap<>();

    @Override
    public String name() {
      return "node-1";
    }

    @Override
    public InetSocketAddress http() {
      return InetSocketAddress.createUnresolved("127.0.0.1", 1);
    }

    @Override
    public void kill() {
      throw new AssertionError("nobody is to be killed");
    }

    @Override
    public boolean alive() {
      return true;
    }

    @Override
    public Optional<NodeStatus> status() {
      return Optional.of(new NodeStatus("node-1", 1, List.of(), true, 0, 0, 0, counters));
    }
  }
}
