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

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff =
      new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), new Random(Seeds.one()));

  @Test
  void doublesUpToTheBoundAndTakesOffAtMostHalf_whenAttemptsFail() {
    for (long ceilingMillis : new long[] {20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000}) {
      long ceiling = Duration.ofMillis(ceilingMillis).toNanos();
      assertThat(backoff.nextNanos()).as("seed %d", Seeds.one()).isBetween(ceiling / 2, ceiling);
    }
  }

  @Test
  void startsAnew_whenReset() {
    backoff.nextNanos();
    backoff.nextNanos();
    backoff.reset();
    assertThat(backoff.nextNanos())
        .as("seed %d", Seeds.one())
        .isLessThanOrEqualTo(Duration.ofMillis(20).toNanos());
  }
}
