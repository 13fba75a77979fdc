// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class RecentSendersTest {
  private final RecentSenders recent = new RecentSenders(0);

  @Test
  void keepsASenderThatGoesOn_whileOthersSendOnce() {
    Address joiner = UUID.randomUUID();
    int timesToForget = 0;
    for (int i = 0; i < 10 * RecentSenders.MAX; i++) {
      timesToForget += recent.add(joiner) ? 1 : 0;
      timesToForget += recent.add(UUID.randomUUID()) ? 1 : 0;
    }

    assertThat(recent.copy()).hasSize(RecentSenders.MAX).contains(joiner);
    assertThat(timesToForget).as("each %d that left", RecentSenders.MAX).isEqualTo(9);
  }

  @Test
  void admitsABurst_andThenAFewEachSecond_andKnownSendersAlways() {
    Address known = UUID.randomUUID();
    recent.add(known);
    for (int i = 0; i < RecentSenders.MAX; i++) {
      assertThat(recent.admits(UUID.randomUUID(), false, 0)).isTrue();
    }

    assertThat(recent.admits(UUID.randomUUID(), false, 0)).isFalse();
    assertThat(recent.admits(UUID.randomUUID(), true, 0)).as("from an expected host").isTrue();
    assertThat(recent.admits(known, false, 0)).isTrue();
    assertThat(recent.admits(UUID.randomUUID(), false, RecentSenders.NANOS_EACH)).isTrue();
    assertThat(recent.admits(UUID.randomUUID(), false, RecentSenders.NANOS_EACH)).isFalse();
  }
}
