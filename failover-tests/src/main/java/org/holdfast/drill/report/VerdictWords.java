// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.drill.report.Timeline.Interval;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.jspecify.annotations.Nullable;

/** Sums a drill up in one sentence, for whoever reads nothing else. */
final class VerdictWords {
  /** What takes nodes away that have handed over what they held. */
  private static final Set<String> PLANNED =
      Set.of("stop", "shrink", "rolling-restart", "rolling-upgrade", "rolling-downgrade");

  private final DrillReport report;

  private VerdictWords(DrillReport report) {
    this.report = report;
  }

  /**
   * The sentence, such as {@code 612 of 612 users kept every answered update; slowest recovery 1.9
   * s; unprotected for 2.4 s}.
   */
  static String of(DrillReport report) {
    VerdictWords words = new VerdictWords(report);
    return words.kept() + "; " + words.recovery() + "; " + words.unprotected();
  }

  private String kept() {
    TruthReport truth = report.truth();
    int users = truth.usersVerified() + truth.usersUnverified();
    if (truth.usersWithSession() == 0) {
      return format(
          "no session was seen (no answer set a cookie %s; --session-cookie names another), so"
              + " nothing was shown of sessions; %,d of %,d users had an answer to their last request",
          report.setup().sessionCookie(), truth.usersVerified(), users);
    }
    long lost = truth.lostUpdates() - truth.lostUpdatesAllowed();
    if (lost > 0 || truth.resetSessions() > truth.resetSessionsAllowed()) {
      return format(
          "%,d of %,d answered updates were lost and %s reset",
          truth.lostUpdates(),
          truth.answeredUpdates(),
          Counted.of(truth.resetSessions(), "session"));
    }
    int losers = truth.usersWithAllowedLosses();
    return format(
        "%,d of %,d users kept %s%s",
        Math.max(0, truth.usersVerified() - losers),
        users,
        report.setup().counted()
            ? "every answered update"
            : "their session (updates were not judged, as answers showed no counter)",
        losers == 0 ? "" : format(", %,d lost only %s", losers, AllowedLosses.words(report)));
  }

  /** Waiting counts, not thinking. */
  private String recovery() {
    double slowest =
        report.incidents().stream()
            .filter(incident -> incident.waited().count() > 0)
            .mapToDouble(incident -> incident.waited().max())
            .max()
            .orElse(Double.NaN);
    int without =
        report.incidents().stream().mapToInt(IncidentReport::usersWithoutRightAnswer).sum();
    if (without > 0) {
      return Counted.of(without, "time") + " a user had no right answer after a fault";
    }
    return Double.isNaN(slowest)
        ? "recovery not measured"
        : "slowest recovery " + seconds(slowest / 1e3);
  }

  private String unprotected() {
    if (!report.setup().replication()) {
      return "never protected, as replication was off";
    }
    String never =
        report.incidents().stream()
            .filter(incident -> incident.viewChangeExpected() && incident.protectedMillis() == null)
            .map(IncidentReport::what)
            .collect(Collectors.joining(", "));
    if (!never.isEmpty()) {
      return "not seen protected again after: " + never;
    }
    List<Interval> told = told(report.timeline());
    List<Span> missing = missing();
    if (told.isEmpty() && missing.isEmpty()) {
      return "time unprotected not measured";
    }
    List<Span> sampled =
        told.stream()
            .filter(interval -> !Long.valueOf(0).equals(degraded(interval)))
            .map(interval -> span(interval, report.timeline().measuredFromSeconds()))
            .toList();
    List<Span> all = Span.union(missing, sampled);
    String about = Span.sum(all) > Span.sum(Span.union(missing, List.of())) ? "about " : "";
    return all.isEmpty()
        ? "never seen unprotected"
        : "unprotected for "
            + about
            + seconds(Span.sum(all))
            + (all.size() == 1
                ? ""
                : " in all, at most " + seconds(Span.longest(all)) + " at a time");
  }

  /**
   * From when nodes that held copies were gone, without having handed them over, until all sessions
   * had their copies again.
   */
  private List<Span> missing() {
    return report.incidents().stream()
        .filter(incident -> incident.viewChangeExpected() && !PLANNED.contains(incident.kind()))
        .filter(incident -> incident.protectedMillis() != null)
        .map(
            incident ->
                new Span(
                    incident.atSeconds(),
                    incident.atSeconds()
                        + Objects.requireNonNull(incident.protectedMillis()) / 1e3))
        .toList();
  }

  /** Measured intervals at whose end any node told what is unprotected. */
  private static List<Interval> told(Timeline timeline) {
    return timeline.intervals().stream()
        .filter(interval -> interval.fromSeconds() >= timeline.measuredFromSeconds())
        .filter(interval -> degraded(interval) != null)
        .toList();
  }

  private static Span span(Interval interval, double measuredFromSeconds) {
    double from = interval.fromSeconds() - measuredFromSeconds;
    return new Span(from, from + interval.seconds());
  }

  /** Sessions without enough copies at the end of the interval; null if no node told. */
  private static @Nullable Long degraded(Interval interval) {
    List<Long> said =
        interval.nodes().stream()
            .map(NodeSample::degradedSessions)
            .filter(sessions -> sessions != null)
            .toList();
    return said.isEmpty() ? null : said.stream().mapToLong(Long::longValue).sum();
  }

  private static String seconds(double seconds) {
    return seconds < 0.1 ? format("%.0f ms", 1e3 * seconds) : format("%.1f s", seconds);
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }

  /** A time in seconds from the start of the measured time. */
  private record Span(double from, double to) {
    /** In order, those that meet made one. */
    static List<Span> union(List<Span> some, List<Span> others) {
      List<Span> union = new ArrayList<>();
      Stream.concat(some.stream(), others.stream())
          .sorted(Comparator.comparingDouble(Span::from))
          .forEach(
              span -> {
                int last = union.size() - 1;
                if (last >= 0 && span.from <= union.get(last).to) {
                  Span before = union.get(last);
                  union.set(last, new Span(before.from, Math.max(before.to, span.to)));
                } else {
                  union.add(span);
                }
              });
      return union;
    }

    static double sum(List<Span> spans) {
      return spans.stream().mapToDouble(span -> span.to - span.from).sum();
    }

    static double longest(List<Span> spans) {
      return spans.stream().mapToDouble(span -> span.to - span.from).max().orElse(0);
    }
  }
}
