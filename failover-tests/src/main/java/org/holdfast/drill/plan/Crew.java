// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.util.function.Consumer;
import org.holdfast.drill.loadrun.CrewOptions;
import org.holdfast.drill.loadrun.LoadPlan;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.loadrun.LoadStage;
import org.holdfast.drill.workers.WorkerCrew;

/** What drives all stages of a run: this process, or several that stay from stage to stage. */
final class Crew implements StageRunner, AutoCloseable {
  private final StageRunner runner;
  private final Runnable end;

  private Crew(StageRunner runner, Runnable end) {
    this.runner = runner;
    this.end = end;
  }

  /** One that is there already. */
  static Crew of(StageRunner runner) {
    return new Crew(runner, () -> {});
  }

  /**
   * Gathers the processes that {@code options} ask for.
   *
   * @param remote whether those started here may drive other machines
   * @throws IOException if they do not come
   */
  static Crew of(CrewOptions options, boolean remote, Consumer<String> progress)
      throws IOException, InterruptedException {
    if (!options.isCrew()) {
      return of((load, lines, phases) -> LoadStage.run(load, null, lines, phases));
    }
    WorkerCrew workers = options.open(Double.POSITIVE_INFINITY, remote, progress);
    return new Crew(
        (load, lines, phases) -> LoadStage.run(load, workers, lines, phases), workers::close);
  }

  @Override
  public LoadReport run(LoadPlan plan, Consumer<String> progress, Consumer<String> phases)
      throws IOException, InterruptedException {
    return runner.run(plan, progress, phases);
  }

  @Override
  public void close() {
    end.run();
  }
}
