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

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What failures would excuse, without failures. Choose how many with {@code -Dquiet.seeds=N},
 * replay one seed with {@code -Dseed=N}.
 */
// As SimulationTest: what hangs is ended by the fork's time-out.
@Timeout(value = 12, unit = TimeUnit.HOURS)
class QuietSimulationTest {

  @Test
  void servesProtectsAndExpiresEverythingInTime_whenNothingFails() throws InterruptedException {
    Long only = Long.getLong("seed");
    long first = only != null ? only : 1;
    // Each run takes longer in virtual time than it has rare things to show.
    long count = only != null ? 1 : Long.getLong("quiet.seeds", 100);
    try {
      new SeedRange("quiet simulation", first, count, QuietSimulationTest::run).run();
    } catch (SeedRange.Failed failed) {
      throw new AssertionError(
          "seed "
              + failed.seed
              + " (replay with -Dseed="
              + failed.seed
              + "): "
              + failed.getMessage(),
          failed);
    }
  }

  private static Tally run(long seed) {
    QuietSimulation run = QuietSimulation.ofSeed(seed);
    run.run();
    return run.cluster.tally;
  }
}
