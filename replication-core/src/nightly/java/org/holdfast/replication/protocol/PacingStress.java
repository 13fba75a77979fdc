// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.views.Cluster;
import org.holdfast.replication.protocol.views.ViewExchange;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The reports of a member to the others, and the pauses that it takes for a stop. */
public final class PacingStress {
  private static final Member A = RecordingReplica.member(0);
  private static final Member B = RecordingReplica.member(1);
  private static final Member C = RecordingReplica.member(2);
  private static final View WHOLE = View.of(1, "test", List.of(A, B, C));

  private PacingStress() {}

  /**
   * {@code ViewExchange.statusNanos} and what is sent under its monitor: something new has to be
   * placed while a report says that all is. The others must receive the truth last.
   */
  @JCStressTest
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "both know that it is not all placed")
  @State
  public static class ReportAgainstNewEpoch {
    private final Map<Member, Boolean> lastSaid = new HashMap<>();
    private final ReplicaConfig config =
        SimulatedCluster.config(2, SimulatedCluster.CONFIG.tombstoneNanos());
    private final ViewExchange exchange =
        new ViewExchange(
            new Cluster(A, config, config::tombstoneNanos),
            config,
            this::note,
            new ReplicationMetrics(),
            () -> {});

    public ReportAgainstNewEpoch() {
      ViewExchange.Installed unused = exchange.install(WHOLE, 0);
      exchange.tick(() -> true, 0);
    }

    private boolean note(Member to, Message message) {
      if (message instanceof Message.ViewStatus status) {
        // Network.send may come from any thread.
        synchronized (lastSaid) {
          lastSaid.put(to, status.rebalanced());
        }
      }
      return true;
    }

    @Actor
    public void report() {
      exchange.tellAndAsk(1);
    }

    @Actor
    public void begin() {
      exchange.onEpochBegun();
    }

    @Arbiter
    public void said(ZZ_Result result) {
      result.r1 = lastSaid.getOrDefault(B, true);
      result.r2 = lastSaid.getOrDefault(C, true);
    }
  }

  /**
   * {@code Replica.lastTickNanos}, {@code ticked}: another member says, during the first tick, that
   * this one has been away too long. It has not: it has only just begun.
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "its sessions stay")
  @State
  public static class FirstTickAgainstLongAway {
    private static final long START = 1L << 60;

    private final RecordingReplica node =
        new RecordingReplica(
            A, SimulatedCluster.config(1, SimulatedCluster.CONFIG.tombstoneNanos()), START);
    private final Epoch epoch = node.create("s", 1);

    public FirstTickAgainstLongAway() {
      node.skip(1_000);
      node.replica.onView(WHOLE, node.now());
    }

    @Actor
    public void tick() {
      node.tick();
    }

    @Actor
    public void tell() {
      node.receive(B, new Message.LongAway(WHOLE.number()));
    }

    @Arbiter
    public void serves(Z_Result result) {
      result.r1 = node.replica.serves("s", epoch);
    }
  }
}
