// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.RecordingReplica;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.SimulatedCluster;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The memory of a member of sessions that are gone, and its time. */
public final class MemoryStress {
  private static final Member A = RecordingReplica.member(0);

  private MemoryStress() {}

  /** {@code UnknownKeys.entries}: a key turns up while it is noted as unknown. */
  @JCStressTest
  @Outcome(id = "false", expect = ACCEPTABLE, desc = "forgotten with the sweep at the latest")
  @State
  public static class UnknownTurnsUp {
    private final UnknownKeys keys = new UnknownKeys();

    @Actor
    public void add() {
      keys.add("s", 1, 0);
    }

    @Actor
    public void remove() {
      keys.remove("s");
    }

    @Arbiter
    public void remembered(Z_Result result) {
      keys.sweep(2_000_000_000L);
      result.r1 = keys.contains("s", 1, 0);
    }
  }

  /** {@code retentionNanos}: a {@code long} that is read whole while it is adapted. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "as before")
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "half as long")
  @State
  public static class RetentionAdapted {
    /** Differs from its half in both halves of the word. */
    private static final long LONG = 0x0002_0000_0002_0000L;

    private final Memory memory = new Memory(A, SimulatedCluster.config(1, LONG));

    @Actor
    public void adapt() {
      memory.adaptRetention(ReplicaConfig.MOST_REMEMBERED + 1);
    }

    @Actor
    public void read(I_Result result) {
      long nanos = memory.retentionNanos();
      result.r1 = nanos == LONG ? 1 : nanos == LONG / 2 ? 2 : 0;
    }
  }
}
