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

package org.holdfast.replication.protocol;

import org.junit.jupiter.api.Test;

/** What failures would excuse, without failures. Replay one seed with {@code -Dseed=N}. */
class QuietSimulationTest {

  @Test
  void servesProtectsAndExpiresEverythingInTime_whenNothingFails() {
    Long only = Long.getLong("seed");
    // Each run takes longer in virtual time than it has rare things to show.
    long seeds = only != null ? only : Long.getLong("seeds", 1000) / 10;
    for (long seed = only != null ? only : 1; seed <= seeds; seed++) {
      try {
        QuietSimulation.ofSeed(seed).run();
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError(
            "seed " + seed + " (replay with -Dseed=" + seed + "): " + failure.getMessage(),
            failure);
      }
    }
  }
}
