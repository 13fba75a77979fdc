// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells a report to people, the verdict last. */
public final class TextReport {
  private TextReport() {}

  /** Renders {@code report} as lines of at most some 110 characters. */
  public static List<String> lines(DrillReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "scenario "
            + report.scenario().name()
            + " on engine "
            + report.scenario().engineWords()
            + ": "
            + report.scenario().summary());
    lines.add(setup(report.setup()));
    if (report.scenario().upgrade() != null) {
      lines.add("upgraded to " + report.scenario().upgrade());
    }
    truth(report, lines);
    report.incidents().forEach(incident -> incident(incident, lines));
    lines.add("");
    lines.add("phase      seconds   requests   req/s   p50 ms   p90 ms   p99 ms   max ms   errors");
    for (PhaseReport phase : report.phases()) {
      lines.add(phase(phase));
    }
    lines.add(
        format(
            "driver     woke users %.1f ms late at p99, %.1f ms at most; %s ended",
            report.driver().latenessMillis().p99(),
            report.driver().latenessMillis().max(),
            Counted.of(report.driver().idleCloses(), "idle connection")));
    report.driver().doubt().ifPresent(lines::add);
    counters(report.counters(), lines);
    growth(report.growth(), lines);
    report.promises().stream()
        .filter(promise -> !promise.wasChecked())
        .forEach(promise -> lines.add(promise.seen() + ", whether " + promise.promised()));
    lines.add("");
    verdict(report, lines);
    return lines;
  }

  private static String setup(DrillSetup setup) {
    return format(
        "%s on %s, workload %s, think %d ms (%s), %s%s, seed %d",
        Counted.of(setup.users(), "user"),
        Counted.of(setup.nodes(), "node"),
        setup.workload(),
        setup.thinkMillis(),
        setup.thinkDistribution(),
        setup.replication()
            ? setup.ack()
                + ", "
                + setup.scope()
                + ", "
                + setup.secondaries()
                + (setup.secondaries() == 1 ? " secondary" : " secondaries")
            : "replication off",
        setup.parallel() == 1 && setup.routing().equals("sticky")
            ? ""
            : ", " + setup.routing() + ", " + setup.parallel() + " at once",
        setup.seed());
  }

  private static void truth(DrillReport report, List<String> lines) {
    TruthReport truth = report.truth();
    String allowed =
        truth.lostUpdatesAllowed() > 0
            ? format(" (%d of them %s)", truth.lostUpdatesAllowed(), AllowedLosses.why(report))
            : "";
    lines.add("");
    lines.add(
        format(
            "answered updates lost     %d of %d%s",
            truth.lostUpdates(), truth.answeredUpdates(), allowed));
    if (truth.lostUpdates() > truth.lostUpdatesAllowed()) {
      lines.add(
          format(
              "  answered as protected   %d: %s",
              truth.protectedUpdatesLost(),
              truth.protectedUpdatesLost() == 0
                  ? "the answers had said that one more failure could lose them"
                  : "the promise is broken"));
    }
    lines.add(
        format(
            "contradictions            %d stale, %d reset, %d duplicated, %d resurrected, %d"
                + " contradicted",
            truth.staleAnswers(),
            truth.resetSessions(),
            truth.duplicatedAnswers(),
            truth.resurrectedAnswers(),
            truth.contradictedAnswers()));
    if (truth.resetSessionsAllowed() > 0) {
      lines.add(
          format(
              "  resets that may be      %d: %s",
              truth.resetSessionsAllowed(), AllowedLosses.whyReset(report)));
    }
    formerIds(truth, lines);
    lines.add(
        format(
            "users checked to the end  %d of %d",
            truth.usersVerified(), truth.usersVerified() + truth.usersUnverified()));
    if (truth.unprotectedAnswers() > 0) {
      lines.add(format("answers not protected     %d", truth.unprotectedAnswers()));
    }
    lines.add("errors seen by users      " + errors(report.errors(), "none"));
    truth.examples().forEach(example -> lines.add("  for example: " + example));
  }

  private static void formerIds(TruthReport truth, List<String> lines) {
    FormerIdsReport ids = truth.formerIds();
    if (ids.logins() + ids.loginsLost() + ids.logouts() > 0) {
      lines.add(
          format(
              "ids given up              %d at login, %d at logout; %d of them tried again%s",
              ids.logins(),
              ids.logouts(),
              ids.tried(),
              ids.loginsLost() == 0
                  ? ""
                  : "; "
                      + Counted.of(ids.loginsLost(), "login")
                      + " without an answer, made anew"));
    }
    if (truth.labelledAnswers() > 0) {
      lines.add(
          format(
              "answers on older states   %d of %d",
              truth.regressedAnswers(), truth.labelledAnswers()));
    }
  }

  private static void incident(IncidentReport incident, List<String> lines) {
    lines.add("");
    lines.add(
        format(
            "%s with %s at %.1f s; %d of their sessions went on elsewhere",
            incident.what(),
            Counted.of(incident.usersOnNodes(), "user"),
            incident.atSeconds(),
            incident.movedSessions()));
    if (incident.viewChangeExpected() || incident.viewChangeFirstMillis() != null) {
      lines.add(
          "until the view changed    first other node "
              + millis(incident.viewChangeFirstMillis())
              + ", all "
              + millis(incident.viewChangeAllMillis())
              + ", settled and protected again "
              + millis(incident.protectedMillis()));
    }
    if (incident.healedSeconds() != null && incident.rejoinExpected()) {
      lines.add(
          format(
              "over at %.1f s            all in one settled view %s later",
              incident.healedSeconds(), millis(incident.rejoinedMillis())));
    }
    if (incident.awayExpected()) {
      lines.add("first right answer, over the users of " + String.join(" and ", incident.nodes()));
      lines.add("  all, with think time    " + quantiles(incident.firstRightAnswer()));
      lines.add("  who turned at once      " + quantiles(incident.turnedAtOnce()));
    }
    lines.add("asking to right answer    " + quantiles(incident.waited()) + " (all users)");
  }

  private static void counters(CountersReport counters, List<String> lines) {
    if (counters.nodes().isEmpty()) {
      return;
    }
    long whole = counters.nodes().stream().filter(CountersReport.Node::whole).count();
    lines.add(
        format(
            "counters   of %d nodes %s what users saw%s",
            counters.nodes().size(),
            counters.contradictions().isEmpty() ? "agree with" : "contradict",
            whole == counters.nodes().size()
                ? ""
                : format(
                    "; of %d of them not everything is known", counters.nodes().size() - whole)));
    counters.contradictions().forEach(one -> lines.add("  " + one));
  }

  /** Of a drill that was too short for it, only if the scenario asks for it. */
  private static void growth(GrowthReport growth, List<String> lines) {
    if (growth.series().isEmpty() && !growth.expectedNone()) {
      return;
    }
    lines.add(
        format(
            "growth     %d of %d series of what nodes hold grew",
            growth.grown().size(), growth.series().size()));
    growth.grown().forEach(series -> lines.add("  grew: " + series.words()));
    GrowthWords.byNode(growth).forEach(node -> lines.add("  " + node));
    if (growth.expectedNone()) {
      growth.unjudged().forEach(one -> lines.add("  not judged: " + one));
    }
  }

  private static String phase(PhaseReport phase) {
    Quantiles response = phase.responseMillis();
    return format(
        "%-9s %8.1f %10d %7.0f %8.1f %8.1f %8.1f %8.1f   %s",
        phase.phase(),
        phase.seconds(),
        phase.requests(),
        phase.requestsPerSecond(),
        response.p50(),
        response.p90(),
        response.p99(),
        response.max(),
        errors(phase.errors(), "-"));
  }

  private static void verdict(DrillReport report, List<String> lines) {
    if (report.verdictHolds()) {
      lines.add("VERDICT: holds: " + report.words());
      return;
    }
    lines.add(report.words());
    lines.add("VERDICT: broken: " + String.join("; ", report.reasons()));
  }

  private static String quantiles(Quantiles times) {
    if (times.count() == 0) {
      return "nobody";
    }
    return format(
        "median %.0f ms, p90 %.0f ms, max %.0f ms (%s)",
        times.p50(), times.p90(), times.max(), Counted.of(times.count(), "user"));
  }

  private static String errors(Map<String, Long> errors, String none) {
    if (errors.isEmpty()) {
      return none;
    }
    return errors.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String millis(@Nullable Double millis) {
    return millis == null ? "never seen" : format("%.0f ms", millis);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
