// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class StandstillsTest {
  private final Standstills standstills = new Standstills(0);

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void run(long fromMillis, long toMillis) {
    for (long now = fromMillis; now <= toMillis; now += 100) {
      standstills.look(millis(now));
    }
  }

  @Test
  void areNotThere_whileTheProcessRuns() {
    run(0, 20_000);

    assertThat(standstills.areRecent(millis(20_050))).isFalse();
  }

  @Test
  void areRecent_fromTheirEndOnForSevenSeconds() {
    run(0, 1_000);
    run(3_000, 9_900);
    assertThat(standstills.areRecent(millis(9_950))).isTrue();

    run(10_000, 10_000);

    assertThat(standstills.areRecent(millis(10_000))).isFalse();
  }

  @Test
  void excuseTheFailuresOfTestsThatRanMeanwhile_andOfNoOthers() {
    StandstillVerdict verdict = new StandstillVerdict(standstills);
    AssertionError failure = new AssertionError("on purpose");
    run(0, 1_000);
    run(3_000, 9_000);

    assertThat(verdict.verdict(failure, millis(500), millis(9_050)))
        .isInstanceOf(TestAbortedException.class)
        .hasCause(failure);
    assertThat(verdict.verdict(failure, millis(3_100), millis(9_050))).isSameAs(failure);
  }

  @Test
  void areRecent_beforeTheirEndWasSeen() {
    run(0, 1_000);

    assertThat(standstills.areRecent(millis(2_600))).isTrue();
  }
}
