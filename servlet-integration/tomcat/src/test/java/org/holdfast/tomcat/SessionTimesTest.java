/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
