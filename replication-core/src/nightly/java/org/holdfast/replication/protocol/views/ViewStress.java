// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.RecordingReplica;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.SimulatedCluster;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * The knowledge of a member about the view: who reported, who excludes it, who tells it that it was
 * away.
 */
public final class ViewStress {
  private static final Member A = RecordingReplica.member(0);
  private static final Member B = RecordingReplica.member(1);
  private static final Member C = RecordingReplica.member(2);
  private static final Peers PEERS = new Peers();
  private static final View ALONE = View.of(1, "test", List.of(A));
  private static final View WHOLE = View.of(2, "test", List.of(A, B, C));

  private ViewStress() {}

  private static ViewTracker tracker() {
    return new ViewTracker(A, SimulatedCluster.CONFIG, new Peers());
  }

  /** The tracker of a member that may serve only with a majority, and has just begun. */
  private static ViewTracker consistent() {
    ReplicaConfig config = SimulatedCluster.config(1, 60_000_000_000L, 3, false);
    ViewTracker tracker = new ViewTracker(A, config, PEERS);
    tracker.install(WHOLE, 0);
    return tracker;
  }

  private static Message.ViewStatus moved() {
    return new Message.ViewStatus(
        2, "test", true, false, false, false, false, false, 0, List.of(), false, List.of());
  }

  /** {@code ViewTracker.views}: a view is read, without a lock, while it is installed. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the earlier one")
  @Outcome(id = "2, 3", expect = ACCEPTABLE, desc = "the later one, whole")
  @State
  public static class ViewInstalled {
    private final ViewTracker tracker = tracker();

    public ViewInstalled() {
      tracker.install(ALONE, 0);
    }

    @Actor
    public void install() {
      tracker.install(WHOLE, 0);
    }

    @Actor
    public void read(II_Result result) {
      Views views = tracker.views();
      if (views != null) {
        result.r1 = (int) views.current().number();
        result.r2 = views.placement().candidates("s", 5).size();
      }
    }
  }

  /** {@code ViewTracker.reports}: two members report at once, on two transport threads. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both count")
  @State
  public static class TwoReports {
    private final ViewTracker tracker = tracker();

    public TwoReports() {
      tracker.install(WHOLE, 0);
      boolean unused = tracker.rebalanced(0, 0);
    }

    @Actor
    public void first() {
      boolean unused = tracker.record(B, moved(), 0);
    }

    @Actor
    public void second() {
      boolean unused = tracker.record(C, moved(), 0);
    }

    @Arbiter
    public void settled(ZZ_Result result) {
      Views views = tracker.views();
      result.r1 = views != null && views.confirmed();
      result.r2 = views != null && views.settled();
    }
  }

  /** {@code ViewTracker.early}: a report comes while its view is being installed. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "it counts, whichever came first")
  @State
  public static class ReportAgainstView {
    private final ViewTracker tracker = tracker();

    public ReportAgainstView() {
      tracker.install(ALONE, 0);
    }

    @Actor
    public void install() {
      tracker.install(WHOLE, 0);
    }

    @Actor
    public void report() {
      boolean unused = tracker.record(B, moved(), 0);
    }

    @Arbiter
    public void confirmed(Z_Result result) {
      boolean unused = tracker.record(C, moved(), 0);
      Views views = tracker.views();
      result.r1 = views != null && views.confirmed();
    }
  }

  /** {@code ViewTracker.electorate}: two arrive at once, while a majority is needed. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "both count: everybody has spoken")
  @State
  public static class TwoVotes {
    private final ViewTracker tracker = consistent();

    @Actor
    public void first() {
      boolean unused = tracker.record(B, moved(), 0);
    }

    @Actor
    public void second() {
      boolean unused = tracker.record(C, moved(), 0);
    }

    @Arbiter
    public void both(Z_Result result) {
      result.r1 = tracker.majority().isThere(A, PEERS);
    }
  }

  /** {@code ViewTracker.majority}: it is read, without a lock, while the last report arrives. */
  @JCStressTest
  @Outcome(id = "false", expect = ACCEPTABLE, desc = "the earlier one")
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the later one, whole")
  @State
  public static class VoteSeen {
    private final ViewTracker tracker = consistent();

    public VoteSeen() {
      boolean unused = tracker.record(B, moved(), 0);
    }

    @Actor
    public void report() {
      boolean unused = tracker.record(C, moved(), 0);
    }

    @Actor
    public void read(Z_Result result) {
      result.r1 = tracker.majority().isThere(A, PEERS);
    }
  }

  /** {@code ViewTracker.excluders}: two say at once that they have gone on without this member. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "both are counted: more than half of three")
  @State
  public static class TwoExcluders {
    private final ViewTracker tracker = tracker();

    public TwoExcluders() {
      tracker.install(WHOLE, 0);
    }

    @Actor
    public void first() {
      boolean unused = tracker.excludedBy(B, 3, 0);
    }

    @Actor
    public void second() {
      boolean unused = tracker.excludedBy(C, 3, 0);
    }

    @Arbiter
    public void both(Z_Result result) {
      result.r1 = tracker.isExcluded();
    }
  }

  /**
   * {@code ViewTracker.excluded}: the view of which this member was said to be no part is installed
   * with it after all.
   */
  @JCStressTest
  @Outcome(id = "false", expect = ACCEPTABLE, desc = "what was said of it counts no more")
  @State
  public static class ExcludedAgainstView {
    private final ViewTracker tracker = tracker();

    public ExcludedAgainstView() {
      tracker.install(WHOLE, 0);
      boolean unused = tracker.excludedBy(B, 3, 0);
    }

    @Actor
    public void exclude() {
      boolean unused = tracker.excludedBy(C, 3, 0);
    }

    @Actor
    public void install() {
      tracker.install(View.of(3, "test", List.of(A, B, C)), 0);
    }

    @Arbiter
    public void excluded(Z_Result result) {
      result.r1 = tracker.isExcluded();
    }
  }

  /** {@code LongAbsences.tellers}: two say at once that this member has been away too long. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first clears what is old of the others")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second does")
  @State
  public static class TwoTellers {
    private final LongAbsences absences = new LongAbsences(() -> 10);

    public TwoTellers() {
      absences.onView(null, WHOLE, 0);
      absences.stopped(0, 100);
    }

    @Actor
    public void first(II_Result result) {
      result.r1 = clears(absences.told(B, WHOLE.number(), 100));
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = clears(absences.told(C, WHOLE.number(), 100));
    }

    private static int clears(LongAbsences.@Nullable Verdict verdict) {
      return verdict != null && verdict.backNanos().isPresent() ? 1 : 0;
    }
  }
}
