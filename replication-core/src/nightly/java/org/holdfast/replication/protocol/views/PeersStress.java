// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.RecordingReplica;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * The knowledge of a member about its peers: who answers, who leaves, and whom it takes for slow.
 */
public final class PeersStress {
  private static final Member B = RecordingReplica.member(1);
  private static final Member C = RecordingReplica.member(2);

  private PeersStress() {}

  /** {@code Peers}: somebody takes a peer for stalled just as it speaks. */
  @JCStressTest
  @Outcome(id = "false", expect = ACCEPTABLE, desc = "with its next word it is there again")
  @State
  public static class HeardAgainstStalled {
    private final Peers peers = new Peers();

    @Actor
    public void hear() {
      boolean unused = peers.heard(B, 100);
    }

    @Actor
    public void suspect() {
      boolean unused = peers.stalledSince(B, 50);
    }

    @Arbiter
    public void nextWord(Z_Result result) {
      boolean unused = peers.heard(B, 101);
      result.r1 = peers.isDown(B);
    }
  }

  /** {@code Peers}: what the protocol thread says of a peer is read by requests. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "neither seen")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both seen")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the first seen, by the second look")
  @State
  public static class BrokenThenDraining {
    private final Peers peers = new Peers();

    @Actor
    public void write() {
      peers.setBroken(B, true);
      boolean unused = peers.setDraining(B, true);
    }

    @Actor
    public void read(II_Result result) {
      result.r1 = peers.isDraining(B) ? 1 : 0;
      result.r2 = peers.isDown(B) ? 1 : 0;
    }
  }

  /** B has been late for so long that {@code acks} more late acknowledgements make it slow. */
  private static SlowPeers nearlySlow(int acks) {
    SlowPeers peers = new SlowPeers();
    for (int i = acks; i < SlowPeers.LATE_IN_A_ROW; i++) {
      boolean unused = peers.acked(B, true, 0);
    }
    boolean unused = peers.acked(C, false, SlowPeers.SPELL_NANOS);
    return peers;
  }

  /** {@code SlowPeers.peers}: the last two late acknowledgements come on two threads. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first was the last but one")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second was")
  @State
  public static class TwoLateAcks {
    private final SlowPeers peers = nearlySlow(2);

    @Actor
    public void first(ZZ_Result result) {
      result.r1 = peers.acked(B, true, SlowPeers.SPELL_NANOS);
    }

    @Actor
    public void second(ZZ_Result result) {
      result.r2 = peers.acked(B, true, SlowPeers.SPELL_NANOS);
    }
  }

  /** {@code SlowPeers.slow}, read without the lock: the way there is seen with it. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not slow yet")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "just about to be")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "slow")
  @State
  public static class SlowSeen {
    private final SlowPeers peers = nearlySlow(1);
    private int before;

    @Actor
    public void ack() {
      before = 1;
      boolean unused = peers.acked(B, true, SlowPeers.SPELL_NANOS);
    }

    @Actor
    public void look(II_Result result) {
      result.r1 = peers.isSlow(B) ? 1 : 0;
      result.r2 = before;
    }
  }

  /** {@code SlowPeers.formerlySlow}, {@code endNanos}: the end of a spell is reported once. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first tells")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second tells")
  @State
  public static class TwoEnds {
    private static final long OVER = SlowPeers.SPELL_NANOS + SlowPeers.REST_NANOS;
    private final SlowPeers peers = nearlySlow(1);

    public TwoEnds() {
      boolean unused = peers.acked(B, true, SlowPeers.SPELL_NANOS);
    }

    @Actor
    public void first(ZZ_Result result) {
      result.r1 = peers.tick(OVER);
    }

    @Actor
    public void second(ZZ_Result result) {
      result.r2 = peers.tick(OVER);
    }
  }
}
