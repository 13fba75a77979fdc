// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.drill.cli.OutputFiles;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.report.DrillHtml;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.JsonReport;
import org.holdfast.drill.report.RunsReport;
import org.holdfast.drill.report.RunsText;
import org.holdfast.drill.report.TextReport;
import org.jspecify.annotations.Nullable;

/** Plays a drill once or several times, each with the next seed, and tells what came of it. */
final class DrillRuns {
  private final DrillPlan plan;
  private final ClusterLauncher launcher;
  private final Consumer<String> out;
  private final int runs;
  private final @Nullable Path json;
  private final @Nullable Path html;

  /**
   * @param json where reports go, and {@code html} their pages; with several runs the name gets the
   *     number of the run, and JSON without it is the sum of all
   */
  DrillRuns(
      DrillPlan plan,
      ClusterLauncher launcher,
      Consumer<String> out,
      int runs,
      @Nullable Path json,
      @Nullable Path html) {
    this.plan = plan;
    this.launcher = launcher;
    this.out = out;
    this.runs = runs;
    this.json = json;
    this.html = html;
  }

  /** Plays all; tells whether all held. */
  boolean play() throws IOException, InterruptedException {
    List<DrillReport> reports = new ArrayList<>();
    try {
      for (int run = 1; run <= runs; run++) {
        DrillReport report = new Drill(plan(run), launcher, out).run();
        reports.add(report);
        out.accept("");
        TextReport.lines(report).forEach(out);
        write(report, run);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      sumUpBeside(e, reports);
      throw e;
    }
    sumUp(reports);
    return reports.stream().allMatch(DrillReport::verdictHolds);
  }

  /** What came to an end before one could not be played, or was stopped, is worth a sum, too. */
  private void sumUpBeside(Exception e, List<DrillReport> reports) {
    try {
      sumUp(reports);
    } catch (IOException | RuntimeException another) {
      e.addSuppressed(another);
    }
  }

  private void sumUp(List<DrillReport> reports) throws IOException {
    if (runs == 1 || reports.isEmpty()) {
      return;
    }
    RunsReport sum = RunsReport.of(reports);
    out.accept("");
    RunsText.lines(sum).forEach(out);
    if (json != null) {
      JsonReport.write(sum, json);
      out.accept("sum of all runs written to " + json);
    }
  }

  /** Each run has its own seed, and its own place for what nodes print. */
  private DrillPlan plan(int run) {
    return plan.with(
        plan.load().seed() + run - 1,
        runs == 1 ? plan.workDir() : plan.workDir().resolve("run-" + run));
  }

  private void write(DrillReport report, int run) throws IOException {
    if (json != null) {
      Path file = numbered(json, run);
      JsonReport.write(report, file);
      out.accept("report written to " + file);
    }
    if (html != null) {
      Path file = numbered(html, run);
      DrillHtml.write(report, file);
      out.accept("page written to " + file);
    }
  }

  private Path numbered(Path file, int run) {
    return runs == 1 ? file : OutputFiles.numbered(file, run);
  }
}
