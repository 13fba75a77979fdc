// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.util.function.Consumer;
import org.holdfast.drill.loadrun.LoadPlan;
import org.holdfast.drill.loadrun.LoadReport;

/** Drives one stage of load: {@code LoadStage}, but in tests. */
interface StageRunner {

  /**
   * Runs a stage to its end.
   *
   * @param progress hears a line a second
   * @param phases hears {@code warm-up}, {@code steady} and {@code ramp-down} as they begin, on
   *     this thread
   */
  LoadReport run(LoadPlan plan, Consumer<String> progress, Consumer<String> phases)
      throws IOException, InterruptedException;
}
