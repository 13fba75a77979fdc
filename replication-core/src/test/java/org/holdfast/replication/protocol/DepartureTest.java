// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.repair.Pace;
import org.junit.jupiter.api.Test;

/** How a member that leaves offers what it serves. */
class DepartureTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final int SESSIONS = 2500;
  private static final int LEAST = 2;
  private static final long LIMIT = millis(30_000);

  private final RecordingReplica here =
      new RecordingReplica(SELF, SimulatedCluster.config(1, millis(600_000), 0, false, LEAST), 1);
  private final Map<String, Epoch> epochs = new LinkedHashMap<>();

  /** Serves sessions, in the midst of a request each, which are protected. */
  private void serve(int sessions) {
    here.join(List.of(SELF, OTHER));
    for (int i = 0; i < sessions; i++) {
      String key = "shop%012d".formatted(i);
      epochs.put(key, here.create(key, 1));
      here.ack(OTHER, key, epochs.get(key), 1);
    }
    here.sent.clear();
  }

  private void endRequests() {
    epochs.forEach((key, epoch) -> here.replica.end(key, epoch, here.now()));
  }

  private List<String> offered() {
    return here.take(Message.Offer.class).stream().map(Message.Offer::key).toList();
  }

  @Test
  void offersNoMoreAtATime_thanArePaced() {
    serve(SESSIONS);
    endRequests();

    here.replica.drain(LIMIT, here.now());
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos() - ReplicaConfig.TICK_NANOS);

    assertThat(offered()).as("nobody has taken one").hasSize(LEAST);
  }

  @Test
  void offersTheNext_whenNobodyTakesTheFirst() {
    serve(SESSIONS);
    endRequests();
    here.replica.drain(LIMIT, here.now());
    here.tick();
    List<String> first = offered();

    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos());

    assertThat(offered()).hasSize(LEAST).doesNotContainAnyElementsOf(first);
  }

  @Test
  void offersMoreAndMore_whileTheyAreTakenPromptly() {
    serve(SESSIONS);
    endRequests();
    here.replica.drain(LIMIT, here.now());
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      List<String> offered = offered();
      sizes.add(offered.size());
      for (String key : offered) {
        here.receive(OTHER, new Message.Ask(key, Epoch.mint(2, OTHER)));
      }
      here.sent.clear();
    }

    assertThat(sizes).isSorted().startsWith(LEAST).endsWith(Pace.MOST);
  }

  @Test
  void offersAgain_whatWasNotTaken() {
    serve(1);
    endRequests();
    here.replica.drain(LIMIT, here.now());
    here.tick();
    assertThat(offered()).hasSize(1);

    here.pass(2 * SimulatedCluster.CONFIG.silenceTimeoutNanos());

    assertThat(offered()).isNotEmpty();
  }

  @Test
  void leavesASessionInUseAlone_forHalfOfTheLimit() {
    serve(1);
    long limit = 8 * SimulatedCluster.CONFIG.handOverTimeoutNanos();
    here.replica.drain(limit, here.now());
    here.pass(limit / 2 - ReplicaConfig.TICK_NANOS);
    assertThat(offered()).isEmpty();

    here.pass(2 * SimulatedCluster.CONFIG.silenceTimeoutNanos());

    assertThat(offered()).isNotEmpty();
  }

  @Test
  void leavesASessionInUseAlone_forNoLongerThanFiveHandOverTimeouts() {
    serve(1);
    long patience = 5 * SimulatedCluster.CONFIG.handOverTimeoutNanos();
    here.replica.drain(10 * patience, here.now());
    here.pass(patience - ReplicaConfig.TICK_NANOS);
    assertThat(offered()).isEmpty();

    here.pass(2 * SimulatedCluster.CONFIG.silenceTimeoutNanos());

    assertThat(offered()).isNotEmpty();
  }

  @Test
  void keepsTimeForAHandOver_whenTheLimitIsShort() {
    serve(1);
    long handOver = SimulatedCluster.CONFIG.handOverTimeoutNanos();
    long limit = 2 * handOver + handOver / 2;
    here.replica.drain(limit, here.now());
    here.pass(handOver / 2 - ReplicaConfig.TICK_NANOS);
    assertThat(offered()).isEmpty();

    here.pass(2 * SimulatedCluster.CONFIG.silenceTimeoutNanos());

    assertThat(offered()).as("with two hand-over timeouts left").isNotEmpty();
  }

  @Test
  void offersASessionInUseAtOnce_whenThereIsNoTimeToWait() {
    serve(1);

    here.replica.drain(SimulatedCluster.CONFIG.handOverTimeoutNanos(), here.now());
    here.tick();

    assertThat(offered()).hasSize(1);
  }
}
