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

package org.holdfast.drill.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.holdfast.drill.report.Timeline.Interval;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.jspecify.annotations.Nullable;

/** Sums a drill up in one sentence, for whoever reads nothing else. */
final class VerdictWords {
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
          "%,d of %,d answered updates were lost and %,d sessions reset",
          truth.lostUpdates(), truth.answeredUpdates(), truth.resetSessions());
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
      return format("%,d times a user had no right answer after a fault", without);
    }
    return Double.isNaN(slowest)
        ? "recovery not measured"
        : "slowest recovery " + seconds(slowest / 1e3);
  }

  private String unprotected() {
    if (!report.setup().replication()) {
      return "never protected, as replication was off";
    }
    List<IncidentReport> seen =
        report.incidents().stream().filter(IncidentReport::viewChangeExpected).toList();
    String never =
        seen.stream()
            .filter(incident -> incident.protectedMillis() == null)
            .map(IncidentReport::what)
            .collect(Collectors.joining(", "));
    if (!never.isEmpty()) {
      return "not seen protected again after: " + never;
    }
    if (seen.isEmpty()) {
      return sampled(report.timeline());
    }
    double all = seen.stream().mapToDouble(VerdictWords::protectedMillis).sum() / 1e3;
    double longest = seen.stream().mapToDouble(VerdictWords::protectedMillis).max().orElse(0) / 1e3;
    return seen.size() == 1
        ? "unprotected for " + seconds(all)
        : "unprotected for " + seconds(all) + " in all, at most " + seconds(longest) + " at a time";
  }

  private static double protectedMillis(IncidentReport incident) {
    Double millis = incident.protectedMillis();
    return millis == null ? 0 : millis;
  }

  /** No view was to change, so nobody waited for protection: what the nodes said tells. */
  private static String sampled(Timeline timeline) {
    List<Interval> measured =
        timeline.intervals().stream()
            .filter(interval -> interval.fromSeconds() >= timeline.measuredFromSeconds())
            .filter(interval -> degraded(interval) != null)
            .toList();
    if (measured.isEmpty()) {
      return "time unprotected not measured";
    }
    double unprotected =
        measured.stream()
            .filter(interval -> !Long.valueOf(0).equals(degraded(interval)))
            .mapToDouble(Interval::seconds)
            .sum();
    return unprotected == 0
        ? "never seen unprotected"
        : "unprotected for about " + seconds(unprotected);
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
}
