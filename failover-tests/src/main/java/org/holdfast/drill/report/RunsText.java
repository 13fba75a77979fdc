// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Several runs of one scenario in lines for people. */
public final class RunsText {
  private RunsText() {}

  /** Returns what all runs together lost, how fast they recovered, and how many were broken. */
  public static List<String> lines(RunsReport report) {
    RunsReport.Answers answers = report.answers();
    RunsReport.Times times = report.times();
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%d runs of %s: %d held, %d broken",
            report.runs(), report.scenario(), report.held(), report.runs() - report.held()));
    lines.add(
        format(
            "answers                   %,d; lost %d, stale %d, reset %d, repeated %d, resurrected %d,"
                + " contradicted %d, on older states %d",
            answers.answered(),
            answers.lost(),
            answers.stale(),
            answers.reset(),
            answers.repeated(),
            answers.resurrected(),
            answers.contradicted(),
            answers.onOlderStates()));
    if (answers.lostAllowed() > 0 || answers.resetAllowed() > 0) {
      lines.add(
          format(
              "lost as allowed           %s, %s reset",
              Counted.of(answers.lostAllowed(), "update"),
              Counted.of(answers.resetAllowed(), "session")));
    }
    lines.add("view changed, all         " + words(times.viewChanged()));
    lines.add("protected again           " + words(times.protectedAgain()));
    lines.add("all in one view again     " + words(times.rejoined()));
    lines.add("first right, median       " + words(times.firstRightAnswerMedian()));
    lines.add("first right, p99          " + words(times.firstRightAnswerP99()));
    lines.add("turned at once, median    " + words(times.turnedAtOnceMedian()));
    lines.add("turned at once, p99       " + words(times.turnedAtOnceP99()));
    lines.add("asking to answer, p99     " + words(times.waitedP99()));
    lines.add("asking to answer, longest " + words(times.waitedLongest()));
    lines.add("response p99, before      " + words(times.responseP99Before()));
    lines.add("response p99, during      " + words(times.responseP99During()));
    lines.add(
        format(
            "failed attempts           %d while something went on, %d else",
            report.failedAttempts().during(), report.failedAttempts().otherwise()));
    return lines;
  }

  private static String words(RunsReport.Spread times) {
    Double median = times.median();
    Double longest = times.longest();
    return median == null || longest == null
        ? "-"
        : format("median %.0f ms, longest %.0f ms (%d)", median, longest, times.count());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
