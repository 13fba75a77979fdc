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

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.util.function.Consumer;

/** Drives one stage of load and judges it: what the verb {@code load} does, for programs. */
public final class LoadStage {
  private LoadStage() {}

  /**
   * Runs {@code plan} to its end and returns what came of it: the verdict with each check in words
   * ({@link LoadReport#checks}), requests per second ({@link LoadReport.Result}), response times
   * from due and from send with their whole histograms, lost updates ({@code countersWrong}) and
   * failed attempts by kind ({@link LoadReport#errors}).
   *
   * <p>Blocks for the times of the plan and those of warm-up and open requests; may be interrupted.
   * Every connection is closed in any case, and every process that was started has ended.
   *
   * @param progress hears a line a second, for people, on this thread
   * @throws IOException if the driver cannot work at all, or a server's count cannot be read; no
   *     figures then
   */
  public static LoadReport run(LoadPlan plan, Consumer<String> progress)
      throws IOException, InterruptedException {
    return run(plan, progress, phase -> {});
  }

  /**
   * The same, for those who measure the servers meanwhile.
   *
   * @param phases hears the name of each phase as it begins, on this thread, which must not be held
   *     up: {@code warm-up}, {@code steady}, {@code ramp-down}
   */
  public static LoadReport run(
      LoadPlan plan, Consumer<String> progress, Consumer<String> phases)
      throws IOException, InterruptedException {
    if (plan.workers() > 1) {
      throw new IllegalArgumentException(
          "one process drives all users, was asked for " + plan.workers() + " workers");
    }
    LoadRun.Measured measured = new LoadRun(plan, progress, phases).run();
    return LoadReports.of(plan, measured, Runtime.getRuntime().availableProcessors());
  }
}
