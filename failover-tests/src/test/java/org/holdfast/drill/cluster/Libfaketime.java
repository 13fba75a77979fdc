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

package org.holdfast.drill.cluster;

import org.holdfast.drill.scenario.Scenario;
import org.junit.jupiter.api.Assumptions;

/** What gives nodes clocks of their own, if this machine has it. */
public final class Libfaketime {
  private Libfaketime() {}

  /**
   * Skips the test loudly where it is missing: a test that did not run must not look like one that
   * passed.
   */
  public static void assume() {
    NodeClocks.lacks()
        .ifPresent(
            reason -> {
              System.err.println("clock jumps not tested: " + reason);
              Assumptions.abort(reason);
            });
  }

  /** Does the same for a scenario, if the clock of any of its nodes jumps. */
  public static void assumeFor(Scenario scenario) {
    if (scenario.jumps()) {
      assume();
    }
  }
}
