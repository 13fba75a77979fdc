// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.Iterator;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.turn.Agenda;
import org.holdfast.replication.protocol.views.Cluster;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The state that all sessions of a member share, requests to look at everything again among it. */
public final class SharedStateStress {
  private static final Member A = RecordingReplica.member(0);

  private SharedStateStress() {}

  private static Cluster cluster() {
    return new Cluster(A, SimulatedCluster.CONFIG, SimulatedCluster.CONFIG::tombstoneNanos);
  }

  /**
   * {@code begun}: an epoch begins, under the lock of its session, while the key is taken out on
   * account of an earlier one. The thread that takes it out looks at the session after that.
   */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "taken out, and the new epoch is seen")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the old epoch is seen; the key is there again")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "seen by chance, and will be again")
  @State
  public static class EpochBegunAgainstRepairs {
    private final Agenda agenda = new Agenda();
    private final Object session = new Object();
    private int epoch;

    public EpochBegunAgainstRepairs() {
      agenda.begun().add("s");
    }

    @Actor
    public void begin() {
      synchronized (session) {
        epoch = 1;
        agenda.begun().add("s");
      }
    }

    @Actor
    public void take(II_Result result) {
      for (Iterator<String> each = agenda.begun().iterator(); each.hasNext(); ) {
        String unused = each.next();
        each.remove();
      }
      synchronized (session) {
        result.r1 = epoch;
      }
    }

    @Arbiter
    public void left(II_Result result) {
      result.r2 = agenda.begun().contains("s") ? 1 : 0;
    }
  }

  /**
   * {@code placementGeneration} and {@code reviewRequested}: a thread that sees that everything is
   * to be looked at again also sees that holders may have changed.
   */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "nothing seen yet")
  @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "the request comes a moment later")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "both seen")
  @State
  public static class GenerationThenReview {
    private final Agenda agenda = new Agenda();

    @Actor
    public void change() {
      agenda.placeAnew();
    }

    @Actor
    public void look(II_Result result) {
      result.r1 = agenda.isReviewRequested() ? 1 : 0;
      result.r2 = (int) agenda.placementGeneration();
    }
  }

  /** {@code resumedNanos}: a {@code long} is read whole while it is written. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "before the pause")
  @Outcome(id = "-1", expect = ACCEPTABLE, desc = "after it")
  @State
  public static class Resumed {
    private static final long LATER = 0x7fff_ffff_ffffL;
    private final Cluster cluster = cluster();

    @Actor
    public void resume() {
      cluster.resumed(LATER);
    }

    @Actor
    public void read(I_Result result) {
      long since = cluster.laterOfResumed(1);
      result.r1 = since == 1 ? 1 : since == LATER ? -1 : 0;
    }
  }

  /** {@code draining}: said after the preparations; a thread that sees it sees these too. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not yet")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "being prepared")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "draining")
  @State
  public static class Draining {
    private final Cluster cluster = cluster();
    private int prepared;

    @Actor
    public void drain() {
      prepared = 1;
      cluster.drain();
    }

    @Actor
    public void read(II_Result result) {
      result.r1 = cluster.isDraining() ? 1 : 0;
      result.r2 = prepared;
    }
  }

  /** {@code ReplicationMetrics.counters}: two threads count at once. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both counted")
  @State
  public static class TwoCounts {
    private final ReplicationMetrics metrics = new ReplicationMetrics();

    @Actor
    public void first() {
      metrics.count(Counter.CREATED);
    }

    @Actor
    public void second() {
      metrics.count(Counter.CREATED);
    }

    @Arbiter
    public void sum(I_Result result) {
      result.r1 = (int) metrics.value(Counter.CREATED);
    }
  }
}
