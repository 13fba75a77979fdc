// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

/** Which of the views that members tell may merge. */
class JoinGateTest {
  private static final Address A = UUID.randomUUID();
  private static final Address B = UUID.randomUUID();
  private static final Address C = UUID.randomUUID();
  private static final Address D = UUID.randomUUID();
  private static final View OF_A = View.create(A, 4, A);
  private static final View OF_B = View.create(B, 4, B);

  private final JoinGate gate =
      new JoinGate(
          new Outsiders(
              MembershipSettings.of(
                  "shop", "127.0.0.1", 1, Discovery.local(), new Member("a", 1, "h", 9)),
              () -> 0,
              line -> {},
              line -> {}),
          () -> 0);

  @Test
  void leavesOutAViewWhoseCoordinatorIsNotHeard() {
    View ofAnd = View.create(A, 3, A, C);

    assertThat(gate.mergeable(Map.of(B, OF_B, C, ofAnd), 0)).containsOnlyKeys(B);
    assertThat(gate.mergeable(Map.of(B, OF_B, C, ofAnd), Duration.ofDays(1).toNanos()))
        .as("however long that lasts")
        .containsOnlyKeys(B);
    assertThat(gate.mergeable(Map.of(A, ofAnd, B, OF_B), 0)).containsOnlyKeys(A, B);
  }

  @Test
  void mergesTheOthersMeanwhile() {
    View unheard = View.create(C, 2, C, D);

    assertThat(gate.mergeable(Map.of(A, OF_A, B, OF_B, D, unheard), 0)).containsOnlyKeys(A, B);
  }

  /** C slept while the others excluded it, and A died; B is the one that C waits for. */
  @Test
  void takesTheViewIn_whenItsCoordinatorWasPassedOverLongEnough() {
    Map<Address, View> told = Map.of(B, View.create(B, 5, B), C, View.create(A, 3, A, B, C));

    assertThat(gate.mergeable(told, 0)).containsOnlyKeys(B);
    assertThat(gate.mergeable(told, JoinGate.GONE_NANOS - 1)).containsOnlyKeys(B);
    assertThat(gate.mergeable(told, JoinGate.GONE_NANOS)).containsOnlyKeys(B, C);

    assertThat(gate.mergeable(Map.of(B, OF_B), JoinGate.GONE_NANOS)).containsOnlyKeys(B);
    assertThat(gate.mergeable(told, JoinGate.GONE_NANOS + 1))
        .as("the time begins anew")
        .containsOnlyKeys(B);
  }
}
