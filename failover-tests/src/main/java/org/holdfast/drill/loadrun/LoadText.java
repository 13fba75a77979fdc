// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.stage.Bound;
import org.holdfast.drill.stage.Cores;

/** Tells a report to people: a table, the checks, a line for Markdown and the verdict last. */
final class LoadText {
  private final LoadReport report;
  private final List<String> lines = new ArrayList<>();

  private LoadText(LoadReport report) {
    this.report = report;
  }

  static List<String> lines(LoadReport report) {
    LoadText text = new LoadText(report);
    text.setup();
    text.figures();
    text.checks();
    text.add("");
    text.add("%s", markdown(report));
    text.add("");
    text.verdict();
    return text.lines;
  }

  /** One line that is never a bare number, to put into a document. */
  static String markdown(LoadReport report) {
    LoadReport.Setup setup = report.setup();
    LoadReport.Result result = report.result();
    boolean open = setup.requestsPerSecond() > 0;
    List<String> parts = new ArrayList<>();
    if (open) {
      parts.add(
          format(
              "%,.1f of %,.1f requests/s", result.requestsPerSecond(), setup.requestsPerSecond()));
    } else {
      parts.add(format("%,d users", setup.users()));
      parts.add(format("%,.1f requests/s", result.requestsPerSecond()));
    }
    parts.add(
        format(
            "%s %.3f s (bound %.3f s)",
            new Bound(setup.boundPercentile(), setup.boundMillis(), 0).label(),
            result.boundedMillis() / 1e3,
            setup.boundMillis() / 1e3));
    parts.add(format("driver CPU %.0f %% (cap 50 %%)", 100 * report.driver().cpuShare()));
    if (report.driver().workersAsked() > 1) {
      parts.add(format("%d workers", report.driver().workersAsked()));
    }
    if (!open) {
      parts.add(
          format(
              "think %.2f of %.2f s",
              result.thinkMeasuredMillis() / 1e3, result.thinkPlannedMillis() / 1e3));
      parts.add(
          format(
              "Little's law error %.1f %%",
              100 * Math.abs(result.usersByLittle() / setup.users() - 1)));
    }
    long errors = report.errors().values().stream().mapToLong(Long::longValue).sum();
    parts.add(format("errors %,d of %,d", errors, result.answers() + result.failedRequests()));
    parts.add(setup.targets().size() == 1 ? "1 node" : format("%d nodes", setup.targets().size()));
    parts.add("JDK " + report.environment().java());
    if (report.environment().commit() != null) {
      parts.add("commit " + report.environment().commit());
    }
    parts.add("1 run, " + report.verdict());
    return String.join(", ", parts);
  }

  private void setup() {
    LoadReport.Setup setup = report.setup();
    boolean open = setup.requestsPerSecond() > 0;
    add(
        "%s on %s, pages %s, seed %d",
        open
            ? format(
                "%.1f requests/s (%s), at most %d in flight",
                setup.requestsPerSecond(), setup.think(), setup.users())
            : format(
                "%d users, think %.0f ms (%s, from %s)",
                setup.users(), setup.thinkMillis(), setup.think(), setup.thinkFrom()),
        setup.targets(),
        setup.pages(),
        setup.seed());
    add("");
  }

  private void figures() {
    LoadReport.Result result = report.result();
    add(
        "steady state    %.1f s after a warm-up of %.1f s: %d answers, %.1f requests/s",
        result.seconds(), result.warmUpSeconds(), result.answers(), result.requestsPerSecond());
    add("in ms           %9s %9s %9s %9s %9s %9s", "mean", "p50", "p90", "p99", "p99.9", "max");
    times("  from due", report.fromDueMillis());
    times("  from send", report.fromSendMillis());
    if (report.setup().requestsPerSecond() == 0) {
      closedUsers();
    } else {
      add("arrivals        %d waited for a user at the end", result.waitingArrivals());
    }
    add(
        "errors          %s; %d requests without an answer, %d idle connections closed",
        report.errors(), result.failedRequests(), result.idleCloses());
    add(
        "counters        %d of %d answers of the run checked, %d wrong; %d sessions begun, %d"
            + " replaced",
        result.countersChecked(),
        result.answersOfRun(),
        result.countersWrong(),
        result.sessionsBegun(),
        result.sessionsReplaced());
    add(
        "driver          %.1f %% of %s, its busiest thread %.1f %% of what one can use, %.1f us of CPU"
            + " per request, late by %.2f ms at p99, %.2f ms at most",
        100 * report.driver().cpuShare(),
        Cores.words(report.environment().cores()),
        100 * report.driver().busiestThreadShare(),
        report.driver().cpuMicrosPerRequest(),
        report.driver().latenessP99Millis(),
        report.driver().latenessMaxMillis());
    report.driver().workers().forEach(this::worker);
    add("");
  }

  private void worker(LoadReport.Worker worker) {
    add(
        "  %-18s %d users, %d answers, %.1f %% of %s, %.0f MB of heap, %.0f MB resident, late"
            + " by %.2f ms at p99",
        worker.name(),
        worker.users(),
        worker.answers(),
        100 * worker.cpuShare(),
        Cores.words(worker.cores()),
        worker.heapMegabytes(),
        worker.residentMegabytes(),
        worker.latenessP99Millis());
  }

  private void closedUsers() {
    LoadReport.Result result = report.result();
    add(
        "think time      %.2f ms of %.2f ms planned",
        result.thinkMeasuredMillis(), result.thinkPlannedMillis());
    add(
        "users           %.1f by Little's law, %.1f by Faban's whole cycles",
        result.usersByLittle(), result.usersByWholeCycles());
  }

  private void times(String name, ResponseTimes times) {
    add(
        "%-15s %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f",
        name, times.mean(), times.p50(), times.p90(), times.p99(), times.p999(), times.max());
  }

  private void checks() {
    for (LoadReport.CheckReport check : report.checks()) {
      add("%-4s %-18s %s", check.passed() ? "ok" : "NOT", check.name(), check.words());
    }
  }

  private void verdict() {
    add(
        "VERDICT: %s%s",
        report.verdict(),
        report.reasons().isEmpty() ? "" : ": " + String.join("; ", report.reasons()));
  }

  private void add(String form, Object... arguments) {
    lines.add(format(form, arguments));
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
