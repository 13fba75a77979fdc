// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.SimulatedCluster;
import org.junit.jupiter.api.Test;

public class PaceTest {
  private static final int LEAST = 4;

  private final Pace pace = new Pace(SimulatedCluster.config(1, millis(600_000), 0, false, LEAST));

  private void hurry(int ticks, long nanos) {
    for (int i = 0; i < ticks; i++) {
      pace.took(nanos);
      pace.tick(true);
    }
  }

  @Test
  void staysAsConfigured_asLongAsNobodyLeaves() {
    for (int i = 0; i < 100; i++) {
      pace.took(ReplicaConfig.TICK_NANOS);
      pace.tick(false);
    }

    assertThat(pace.room()).isEqualTo(LEAST);
  }

  @Test
  void growsUpToItsLimit_whileSessionsArrivePromptly() {
    hurry(1, ReplicaConfig.TICK_NANOS);
    assertThat(pace.room()).isGreaterThan(LEAST).isLessThan(Pace.MOST);

    hurry(100, ReplicaConfig.TICK_NANOS);

    assertThat(pace.room()).isEqualTo(Pace.MOST);
  }

  @Test
  void doesNotGrow_whileNothingArrives() {
    for (int i = 0; i < 100; i++) {
      pace.tick(true);
    }

    assertThat(pace.room()).isEqualTo(LEAST);
  }

  @Test
  void shrinksToWhatIsConfigured_whenSessionsArriveLate() {
    hurry(100, ReplicaConfig.TICK_NANOS);

    pace.took(ReplicaConfig.TICK_NANOS);
    hurry(1, Pace.PROMPT_NANOS + 1);
    assertThat(pace.room()).as("one late among others").isEqualTo(Pace.MOST / 2);
    hurry(100, Pace.PROMPT_NANOS + 1);

    assertThat(pace.room()).isEqualTo(LEAST);
  }

  @Test
  void isAsConfigured_onceNobodyLeavesAnyMore() {
    hurry(100, ReplicaConfig.TICK_NANOS);

    pace.tick(false);

    assertThat(pace.room()).isEqualTo(LEAST);
  }

  @Test
  void isNeverSlowerThanConfigured() {
    Pace fast = new Pace(SimulatedCluster.config(1, millis(600_000), 0, false, 2 * Pace.MOST));

    fast.took(ReplicaConfig.TICK_NANOS);
    fast.tick(true);

    assertThat(fast.room()).isEqualTo(2 * Pace.MOST);
  }
}
