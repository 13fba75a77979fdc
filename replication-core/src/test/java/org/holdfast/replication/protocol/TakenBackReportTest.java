// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.Arrays;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.views.ViewTracker;
import org.junit.jupiter.api.Test;

/** A report that all sessions are placed counts only if no member knows of its revocation. */
class TakenBackReportTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);

  private static RecordingReplica joined(int secondaries) {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(secondaries, millis(16_000)), 1);
    here.join(List.of(SELF, OTHER));
    return here;
  }

  private static RecordingReplica inANewView(int secondaries) {
    RecordingReplica here = joined(secondaries);
    here.replica.onView(View.of(2, "test", ALL), here.now());
    here.pass(2 * ReplicaConfig.TICK_NANOS);
    here.sent.clear();
    return here;
  }

  private static Message.ViewStatus placed(long takenBack, Long... seen) {
    return new Message.ViewStatus(
        2,
        "test",
        true,
        false,
        false,
        false,
        false,
        false,
        takenBack,
        List.of(seen),
        false,
        List.of());
  }

  private static Message.ViewStatus notPlaced(long takenBack) {
    return new Message.ViewStatus(
        2, "test", false, false, false, false, false, false, takenBack, List.of(), false,
        List.of());
  }

  private static Message.ViewStatus lastTold(RecordingReplica here, Member member) {
    List<Message.ViewStatus> told = here.sentTo(member, Message.ViewStatus.class);
    return told.get(told.size() - 1);
  }

  /** The stream from one member is slow: that it has taken its report back is still under way. */
  @Test
  void doesNotSettle_whenAnotherHasHeardThatAReportWasTakenBack() {
    RecordingReplica here = inANewView(2);
    here.receive(OTHER, placed(0));
    here.receive(THIRD, placed(0));

    here.pass(millis(500));
    assertThat(here.replica.isSettled()).as("each may be waiting for the others").isFalse();

    here.receive(OTHER, placed(0, 0L, 0L, 0L));
    here.receive(THIRD, placed(0, 0L, 1L, 0L));
    here.pass(millis(500));

    assertThat(here.replica.isSettled()).isFalse();
  }

  @Test
  void settles_onceAllHaveHeardTheSameReports() {
    RecordingReplica here = inANewView(2);
    here.receive(OTHER, placed(0));
    here.receive(THIRD, placed(0, 0L, 1L, 0L));
    here.receive(OTHER, placed(1, 0L, 1L, 0L));

    assertThat(here.replica.isSettled()).isTrue();
  }

  /**
   * A member that has settled looks at no further reports: its reports may be older than those
   * here.
   */
  @Test
  void settles_whenOneHasSettledWhoHasNotHeardTheSame() {
    RecordingReplica here = inANewView(2);
    here.receive(THIRD, placed(1, 0L, 0L, 1L));
    here.receive(
        OTHER,
        new Message.ViewStatus(
            2,
            "test",
            true,
            false,
            false,
            false,
            false,
            true,
            0,
            List.of(0L, 0L, 0L),
            false,
            List.of()));
    assertThat(here.replica.isSettled()).isTrue();
  }

  @Test
  void tellsWhetherItHasSettled() {
    RecordingReplica here = inANewView(2);
    assertThat(ask(here).settled()).isFalse();

    here.receive(OTHER, placed(0, 0L, 0L, 0L));
    here.receive(THIRD, placed(0, 0L, 0L, 0L));

    assertThat(ask(here).settled()).isTrue();
  }

  private static Message.ViewStatus ask(RecordingReplica here) {
    here.receive(OTHER, new Message.ViewStatus(2, "test", false, false, false, true));
    return lastTold(here, OTHER);
  }

  @Test
  void tellsTheOthersWhatItHasHeard_asSoonAsItHasHeardItOfAll() {
    RecordingReplica here = inANewView(2);
    here.receive(OTHER, placed(0));
    assertThat(here.sentTo(OTHER, Message.ViewStatus.class)).isEmpty();

    here.receive(THIRD, placed(4));

    assertThat(lastTold(here, OTHER).seen()).containsExactly(0L, 0L, 4L);
    assertThat(lastTold(here, THIRD).seen()).containsExactly(0L, 0L, 4L);
  }

  @Test
  void tellsThatItHasHeardNothing_onceAReportIsTakenBack() {
    RecordingReplica here = inANewView(2);
    here.receive(OTHER, placed(0));
    here.receive(THIRD, placed(4));

    here.receive(OTHER, notPlaced(1));
    here.pass(millis(250));

    assertThat(lastTold(here, THIRD).seen()).isEmpty();
  }

  @Test
  void takesItsOwnReportBack_asOftenAsAnEpochBegins() {
    RecordingReplica here = inANewView(2);
    here.receive(OTHER, placed(0));
    here.receive(THIRD, placed(0));

    here.create(KEY, 1);
    assertThat(lastTold(here, OTHER)).isEqualTo(notPlaced(1));
    here.create("shop0123456789cd", 1);

    here.receive(OTHER, placed(0, 0L, 0L, 0L));
    here.receive(THIRD, placed(0, 0L, 0L, 0L));
    assertThat(here.replica.isSettled()).isFalse();
    for (RecordingReplica.Sent each : List.copyOf(here.sent)) {
      if (each.message() instanceof Message.Full full) {
        here.receive(each.to(), new Message.Ack(full.key(), full.label()));
      }
    }
    here.pass(millis(50));
    assertThat(lastTold(here, OTHER).rebalanced()).isTrue();
    assertThat(here.replica.isSettled()).as("the others speak of its report of before").isFalse();
    here.receive(OTHER, placed(0, 2L, 0L, 0L));
    here.receive(THIRD, placed(0, 2L, 0L, 0L));
    assertThat(here.replica.isSettled()).isTrue();
  }

  @Test
  void needsNoSecondWord_withOneSecondary() {
    RecordingReplica here = inANewView(1);
    here.receive(OTHER, placed(0));
    here.receive(THIRD, placed(0));

    assertThat(here.replica.isSettled()).isTrue();
    assertThat(here.sentTo(OTHER, Message.ViewStatus.class))
        .allSatisfy(status -> assertThat(status.seen()).isEmpty());
  }

  @Test
  void countsReportsThatCameBeforeTheirView_asFarAsThereIsRoomForThem() {
    RecordingReplica here = joined(2);
    here.receive(OTHER, placed(0, 0L, 0L, 0L));
    here.receive(THIRD, placed(0, 0L, 0L, 0L));
    here.replica.onView(View.of(2, "test", ALL), here.now());
    here.pass(2 * ReplicaConfig.TICK_NANOS);
    assertThat(here.replica.isSettled()).isTrue();

    Long[] all = new Long[ViewTracker.MOST_EARLY_PARTS - 1];
    Arrays.fill(all, 0L);
    assertThat(isSettledAfterEarlyReports(1, all)).as("no room for numbers").isFalse();
    assertThat(isSettledAfterEarlyReports(ViewTracker.MOST_EARLY)).as("no place").isFalse();
    assertThat(isSettledAfterEarlyReports(ViewTracker.MOST_EARLY - 2)).isTrue();
  }

  /** So many others have sent such reports before; of the members the last one does then. */
  private static boolean isSettledAfterEarlyReports(int others, Long... seen) {
    RecordingReplica here = joined(1);
    for (int i = 0; i < others; i++) {
      here.receive(RecordingReplica.member(100 + i), placed(0, seen));
    }
    here.receive(OTHER, placed(0));
    here.receive(THIRD, placed(0));
    here.replica.onView(View.of(2, "test", ALL), here.now());
    here.pass(2 * ReplicaConfig.TICK_NANOS);
    return here.replica.isSettled();
  }
}
