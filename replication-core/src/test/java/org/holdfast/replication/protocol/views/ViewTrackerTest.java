// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.RecordingReplica;
import org.holdfast.replication.protocol.SimulatedCluster;
import org.junit.jupiter.api.Test;

/** The reports of a member on a view. */
public class ViewTrackerTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final List<Member> ALL =
      List.of(SELF, RecordingReplica.member(1), RecordingReplica.member(2));

  /** The look had passed it, on the protocol's thread, when a request's thread began the epoch. */
  @Test
  void doesNotReport_whenAnEpochBeganWhileItLooked() {
    ViewTracker tracker =
        new ViewTracker(SELF, SimulatedCluster.config(2, millis(16_000)), new Peers());
    tracker.install(View.of(2, "test", ALL), 0);
    long looked = tracker.takenBack();

    tracker.takeBack();
    tracker.rebalanced(looked, 0);

    assertThat(tracker.isRebalanced()).isFalse();
    tracker.rebalanced(tracker.takenBack(), 0);
    assertThat(tracker.isRebalanced()).isTrue();
  }
}
