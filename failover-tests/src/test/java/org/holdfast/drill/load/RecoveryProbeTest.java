// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryProbeTest {
  private final RecoveryProbe probe = new RecoveryProbe(7);

  @Test
  void countsNoAnswerOfAnyVictim() {
    probe.arm(Victims.of(0, 2), 100, true, false, true);

    probe.answered(0, 90, 110, true);
    probe.answered(2, 90, 120, true);
    assertThat(probe.recovery().answered()).isFalse();
    assertThat(probe.recovery().onVictim()).isTrue();

    probe.answered(1, 130, 150, true);
    assertThat(probe.recovery()).isEqualTo(new Recovery(7, true, false, true, true, true, 50, 20));
  }

  @Test
  void countsTheAnswerOfEveryNode_whenTheFaultTakesNoneAway() {
    probe.arm(Victims.of(), 100, false, false, true);

    probe.answered(0, 90, 110, false);

    assertThat(probe.recovery())
        .isEqualTo(new Recovery(7, false, false, true, true, false, 10, 10));
  }

  @Test
  void forgetsTheFaultBefore_whenArmedAgain() {
    probe.arm(Victims.of(0), 100, true, true, true);
    probe.answered(1, 100, 110, true);

    probe.arm(Victims.of(1), 200, false, false, false);
    assertThat(probe.recovery())
        .isEqualTo(new Recovery(7, false, false, false, false, false, 0, 0));

    probe.asked();
    probe.answered(1, 210, 220, true);
    assertThat(probe.recovery().answered()).isFalse();
    probe.answered(0, 210, 230, true);
    assertThat(probe.recovery()).isEqualTo(new Recovery(7, false, false, true, true, true, 30, 20));
  }

  @Test
  void watchesNothing_beforeTheFirstFault() {
    probe.turnedAtOnce();
    probe.asked();
    probe.answered(0, 1, 2, true);

    assertThat(probe.recovery())
        .isEqualTo(new Recovery(7, false, false, false, false, false, 0, 0));
  }

  @Test
  void countsTheAnswersOfAVictim_onceItIsAnotherProcess() {
    probe.victimsAreNew();
    probe.arm(Victims.of(0), 100, true, false, false);
    probe.victimsAreNew();
    probe.asked();

    probe.answered(0, 110, 130, true);

    assertThat(probe.recovery()).isEqualTo(new Recovery(7, true, false, true, true, true, 30, 20));
  }
}
