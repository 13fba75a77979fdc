// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
