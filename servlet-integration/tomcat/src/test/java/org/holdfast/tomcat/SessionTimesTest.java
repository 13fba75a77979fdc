// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SessionTimesTest {
  private static final Duration UNUSED = Duration.ofMinutes(30);
  private static final int LIMIT = 1_800;

  private final SessionTimes times = new SessionTimes(UNUSED);

  @Test
  void areOver_whenItWasUnusedForAsLongAsItMay() {
    assertThat(times.areOver(LIMIT, false)).isTrue();
    assertThat(times.areOver(LIMIT, true)).isTrue();
    assertThat(times.areOver(2 * LIMIT, false)).isFalse();
    assertThat(times.areOver(0, false)).as("for ever").isFalse();
    assertThat(times.areOver(-1, true)).isFalse();
  }

  @Test
  void countFromTheBeginOfTheUseThatGoesOn() {
    times.begin();

    assertThat(times.areOver(LIMIT, false)).isFalse();
    assertThat(times.areOver(LIMIT, true)).as("where only ended uses count").isTrue();
  }

  @Test
  void countFromTheEndOrTheBeginOfTheLastUse() {
    times.end(false);
    assertThat(times.areOver(LIMIT, false)).isFalse();
    assertThat(times.areOver(LIMIT, true)).isFalse();

    SessionTimes begunLongAgo = new SessionTimes(UNUSED);
    begunLongAgo.end(true);
    assertThat(begunLongAgo.areOver(LIMIT, true)).as("from its begin").isTrue();
    assertThat(begunLongAgo.areOver(LIMIT, false)).isFalse();
  }
}
