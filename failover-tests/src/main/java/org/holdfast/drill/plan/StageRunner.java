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
