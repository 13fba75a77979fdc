// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.util.function.Consumer;
import org.holdfast.drill.workers.Drivers;
import org.holdfast.drill.workers.LocalDrivers;
import org.holdfast.drill.workers.WorkerCrew;
import org.jspecify.annotations.Nullable;

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
   * @throws IOException if the driver cannot work at all, or a server's count cannot be read before
   *     it begins; no figures then
   */
  public static LoadReport run(LoadPlan plan, Consumer<String> progress)
      throws IOException, InterruptedException {
    if (plan.workers() == 1) {
      return run(plan, progress, LoadStage::here, null);
    }
    boolean remote =
        plan.targets().stream()
            .anyMatch(target -> !target.address().getAddress().isLoopbackAddress());
    try (WorkerCrew crew =
        WorkerCrew.local(plan.workers(), plan.crowd().mostRequestsPerSecond(), remote, progress)) {
      return run(plan, crew, progress);
    }
  }

  /**
   * Runs {@code plan} with workers that are there already, and stay; {@link LoadPlan#workers} must
   * be their number. Several stages with one crew spare starting them, and warming them up.
   *
   * @throws IOException if a worker was lost before, or refuses
   */
  public static LoadReport run(LoadPlan plan, WorkerCrew crew, Consumer<String> progress)
      throws IOException, InterruptedException {
    if (plan.workers() != crew.size()) {
      throw new IllegalArgumentException(
          "the plan is for " + plan.workers() + " workers, the crew has " + crew.size());
    }
    return run(plan, progress, asked -> crew.begin(asked.crowd(), asked.targets()), null);
  }

  /**
   * Runs {@code plan} for those who measure the servers meanwhile.
   *
   * @param crew processes that drive, which stay; null for this process alone
   * @param phases hears the name of each phase as it begins, on this thread, which must not be held
   *     up: {@code warm-up}, {@code steady}, {@code ramp-down}, {@code last}
   * @throws IOException as above
   */
  public static LoadReport run(
      LoadPlan plan, @Nullable WorkerCrew crew, Consumer<String> progress, Consumer<String> phases)
      throws IOException, InterruptedException {
    return run(
        plan,
        progress,
        asked ->
            new HeardDrivers(
                crew == null ? here(asked) : crew.begin(asked.crowd(), asked.targets()), phases),
        null);
  }

  /** Users driven by this process. */
  static Drivers here(LoadPlan plan) throws IOException {
    return new LocalDrivers("driver", plan.crowd(), plan.targets());
  }

  static LoadReport run(
      LoadPlan plan, Consumer<String> progress, LoadRun.DriversOf drivers, @Nullable String commit)
      throws IOException, InterruptedException {
    return LoadReports.of(plan, new LoadRun(plan, progress).run(drivers), commit);
  }
}
