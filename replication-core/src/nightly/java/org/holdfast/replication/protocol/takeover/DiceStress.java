// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.takeover;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.Random;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.RecordingReplica;
import org.holdfast.replication.protocol.SimulatedCluster;
import org.holdfast.replication.protocol.views.Cluster;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The dice that all rounds of a member share. */
public final class DiceStress {
  private static final Member A = RecordingReplica.member(0);

  private DiceStress() {}

  /** {@code random}: two rounds throw the dice at once; none sees it half thrown. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both within the bound")
  @State
  public static class TwoThrows {
    private final TakeoverPorts node =
        new TakeoverPorts(
            SimulatedCluster.CONFIG,
            (to, message) -> true,
            new ReplicationMetrics(),
            new Cluster(A, SimulatedCluster.CONFIG, SimulatedCluster.CONFIG::tombstoneNanos),
            new Random(1));

    @Actor
    public void first(ZZ_Result result) {
      result.r1 = isWithin(node.randomNanos(10));
    }

    @Actor
    public void second(ZZ_Result result) {
      result.r2 = isWithin(node.randomNanos(10));
    }

    private static boolean isWithin(long thrown) {
      return thrown >= 1 && thrown < 10;
    }
  }
}
