// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.Message.ViewStatus.Standing;
import org.holdfast.replication.protocol.RecordingReplica;
import org.holdfast.replication.protocol.ReplicaConfig;
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

  /** One that is the first to get another setting, while the others change theirs node by node. */
  @Test
  void awaitsTheLost_whereOthersWantCopies_thoughItWantsNoneItself() {
    ReplicaConfig config = SimulatedCluster.config(0, millis(16_000));
    List<Member> others = List.of(wantingACopy("node-1"), wantingACopy("node-2"));
    ViewTracker tracker = new ViewTracker(SELF, config, new Peers());
    tracker.install(View.of(1, "test", List.of(SELF, others.get(0), others.get(1))), 0);
    for (Member other : others) {
      tracker.record(other, rebalanced(), 0);
    }
    tracker.rebalanced(tracker.takenBack(), 0);
    assertThat(tracker.views().settled()).as("before they are lost").isTrue();

    tracker.install(View.of(2, "test", List.of(SELF)), 0);
    tracker.rebalanced(tracker.takenBack(), 0);
    assertThat(tracker.views().settled()).as("they may be alive behind a cut").isFalse();

    tracker.tick(config.presumedDeadNanos());
    assertThat(tracker.views().settled()).isTrue();
    assertThat(tracker.givenUp()).isEqualTo(2);
  }

  /** A newcomer would take its ignorance for that of the cluster. */
  @Test
  void reportsThatItMayBeBehindACut_whereOthersWantCopies_thoughItWantsNoneItself() {
    ReplicaConfig config = SimulatedCluster.config(0, millis(16_000));
    List<Member> others = List.of(wantingACopy("node-1"), wantingACopy("node-2"));
    ViewTracker tracker = new ViewTracker(SELF, config, new Peers());
    tracker.foundAllListed();
    tracker.install(View.of(1, "test", List.of(SELF, others.get(0), others.get(1))), 0);
    others.forEach(other -> tracker.record(other, rebalanced(), 0));
    tracker.rebalanced(tracker.takenBack(), 0);
    assertThat(reported(tracker)).isEqualTo(Standing.KNOWS);

    tracker.install(View.of(2, "test", List.of(SELF, wantingACopy("newcomer"))), 0);

    assertThat(reported(tracker)).isEqualTo(Standing.UNDECIDED);
  }

  private static Standing reported(ViewTracker tracker) {
    Message.ViewStatus status = tracker.status(false, false, false);
    assertThat(status).isNotNull();
    return status.standing();
  }

  private static Message.ViewStatus rebalanced() {
    return new Message.ViewStatus(
        1, "test", true, false, false, false, false, false, 0, List.of(), false, List.of());
  }

  private static Member wantingACopy(String name) {
    return new Member(
        name, 1, "127.0.0.1", 7100, "", "", new AnnouncedSettings(List.of("65536", "1")));
  }
}
