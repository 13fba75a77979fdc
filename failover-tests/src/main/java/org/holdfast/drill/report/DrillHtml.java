// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.holdfast.drill.page.Page;
import org.jspecify.annotations.Nullable;

/** Writes a report as one page that needs nothing else: no network, no script, no other file. */
public final class DrillHtml {
  private static final int AFFECTED_SHOWN = 20;

  private final DrillReport report;
  private final Page page;

  private DrillHtml(DrillReport report) {
    this.report = report;
    this.page = new Page("Drill: " + report.scenario().name());
  }

  /**
   * Writes {@code report} to {@code file}, replacing it.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(DrillReport report, Path file) throws IOException {
    DrillHtml html = new DrillHtml(report);
    html.head();
    html.timeline();
    html.verdict();
    html.promises();
    html.incidents();
    html.truth();
    html.affected();
    html.counters();
    html.growth();
    html.phases();
    html.setup();
    html.page.write(file);
  }

  private void head() {
    page.add(
        "<p>%s On %s, engine %s, with %s: <b>%s</b>.</p>\n",
        report.scenario().summary(),
        Counted.of(report.setup().nodes(), "node"),
        report.scenario().engineWords(),
        Counted.of(report.setup().users(), "user"),
        report.verdict());
    String upgrade = report.scenario().upgrade();
    if (upgrade != null) {
      page.add("<p>Upgraded to: %s.</p>\n", upgrade);
    }
  }

  private void timeline() {
    page.add("<h2>What happened when</h2>\n");
    DrillPlots.of(report.timeline()).forEach(page::plot);
    page.add("<details><summary>What each node held</summary>\n");
    DrillPlots.holdings(report.timeline()).forEach(page::plot);
    page.add("</details>\n");
  }

  private void verdict() {
    page.add("<h2>Verdict</h2>\n");
    page.verdict(
        report.verdictHolds() ? Page.Tone.GOOD : Page.Tone.BAD, report.verdict(), report.words());
    if (!report.reasons().isEmpty()) {
      list("Why it is broken", report.reasons());
    }
    if (!report.truth().examples().isEmpty()) {
      list("For example", report.truth().examples());
    }
  }

  private void list(String title, List<String> items) {
    page.add("<p>%s:</p><ul>\n", title);
    items.forEach(item -> page.add("<li>%s</li>\n", item));
    page.add("</ul>\n");
  }

  private void promises() {
    page.add(
        "<h2>Promised and seen</h2><table><tr><th class=\"l\">promised<th class=\"l\">seen"
            + "<th class=\"l\">kept</tr>\n");
    for (PromiseReport promise : report.promises()) {
      page.add(
          (promise.kept() ? "<tr>" : "<tr class=\"bad\">")
              + "<td class=\"l\">%s<td class=\"l\">%s<td class=\"l\">%s</tr>\n",
          promise.promised(),
          promise.seen(),
          !promise.wasChecked() ? "-" : promise.kept() ? "yes" : "NO");
    }
    page.add("</table>\n");
  }

  private void incidents() {
    page.add(
        "<h2>What was done</h2><table><tr><th class=\"l\">what<th class=\"l\">fault"
            + "<th class=\"l\">nodes<th>at s<th>taken back at s<th>first view without, ms"
            + "<th>all views, ms<th>protected again, ms<th>all in one view after the end, ms"
            + "</tr>\n");
    for (IncidentReport incident : report.incidents()) {
      page.add(
          "<tr><td class=\"l\">%s<td class=\"l\">%s<td class=\"l\">%s<td>%.1f<td>%s<td>%s<td>%s"
              + "<td>%s<td>%s</tr>\n",
          incident.what(),
          incident.kind(),
          String.join(", ", incident.nodes()),
          incident.atSeconds(),
          figure(incident.healedSeconds(), "%.1f"),
          seen(incident.viewChangeExpected(), incident.viewChangeFirstMillis()),
          seen(incident.viewChangeExpected(), incident.viewChangeAllMillis()),
          seen(incident.viewChangeExpected(), incident.protectedMillis()),
          seen(
              incident.rejoinExpected() && incident.healedSeconds() != null,
              incident.rejoinedMillis()));
    }
    page.add("</table>\n");
    recoveries();
  }

  private void recoveries() {
    page.add(
        "<h2>What users had of it</h2><p>Times in ms: p50 / p90 / p99 / longest, and of how many"
            + " users.</p><div class=\"wide\"><table><tr><th class=\"l\">what<th>users there"
            + "<th>sessions that went on elsewhere<th>users without a right answer"
            + "<th>users over the bound<th>first right answer<th>of those who turned at once"
            + "<th>asking to right answer, all users<th>failed attempts</tr>\n");
    for (IncidentReport incident : report.incidents()) {
      page.add(
          "<tr><td class=\"l\">%s<td>%,d<td>%,d<td>%,d<td>%,d<td>%s<td>%s<td>%s<td>%,d</tr>\n",
          incident.what(),
          incident.usersOnNodes(),
          incident.movedSessions(),
          incident.usersWithoutRightAnswer(),
          incident.usersOverBound(),
          times(incident.firstRightAnswer()),
          times(incident.turnedAtOnce()),
          times(incident.waited()),
          incident.errors());
    }
    page.add("</table></div>\n");
  }

  private static String seen(boolean expected, @Nullable Double millis) {
    return millis == null && expected ? "never seen" : figure(millis, "%,.0f");
  }

  private static String figure(@Nullable Double value, String form) {
    return value == null ? "-" : format(form, value);
  }

  private static String times(Quantiles times) {
    return times.count() == 0
        ? "nobody"
        : format(
            "%,.1f / %,.1f / %,.1f / %,.1f (%,d)",
            times.p50(), times.p90(), times.p99(), times.max(), times.count());
  }

  private void truth() {
    TruthReport truth = report.truth();
    FormerIdsReport ids = truth.formerIds();
    page.add("<h2>What users were told</h2><table>\n");
    row("users checked to the end", truth.usersVerified());
    row("users whose last request had no answer", truth.usersUnverified());
    row("users without an answer before the first fault", truth.usersSilentBefore());
    row("users with a session", truth.usersWithSession());
    row("users who lost only what may be lost", truth.usersWithAllowedLosses());
    row("answered updates", truth.answeredUpdates());
    row("of these, said not to be protected", truth.unprotectedAnswers());
    row("of these, lost", truth.lostUpdates());
    row("of the lost, allowed to be", truth.lostUpdatesAllowed());
    row("of these, by answers that do not bind here", truth.lostUpdatesUnbound());
    row("of the lost, answered as protected", truth.protectedUpdatesLost());
    row("stale answers", truth.staleAnswers());
    row("sessions reset", truth.resetSessions());
    row("of these, allowed to be", truth.resetSessionsAllowed());
    row("sessions all of whose holders ended at once", truth.orphanedSessions());
    row("answers with the value of another", truth.duplicatedAnswers());
    row("answers of a session that had ended", truth.resurrectedAnswers());
    row("answers with a value that nobody made", truth.contradictedAnswers());
    row("answers on an older state than one before", truth.regressedAnswers());
    row("answers that said on which state they rest", truth.labelledAnswers());
    row("logins, each with a new id", ids.logins());
    row("logins without an answer, made anew", ids.loginsLost());
    row("logouts", ids.logouts());
    row("ids given up that were tried again", ids.tried());
    page.row("failed attempts by kind, all phases", errors(report.errors()));
    page.add("</table>\n");
  }

  private void affected() {
    AffectedReport affected = report.affected();
    if (affected.users() == 0) {
      return;
    }
    List<AffectedReport.User> shown =
        affected.list().subList(0, Math.min(AFFECTED_SHOWN, affected.list().size()));
    page.add("<h2>Whom it befell</h2>\n");
    page.add(
        "<p>%s%s, by number; what may be lost is included.</p>\n",
        Counted.of(affected.users(), "user"),
        shown.size() == affected.users()
            ? ""
            : format("; these %,d had the most of it, and the JSON has more", shown.size()));
    page.add(
        "<div class=\"wide\"><table><tr><th>user<th>updates lost<th>stale answers<th>resets"
            + "<th>repeated values<th>answers after the end<th>values nobody made"
            + "<th>older states<th>faults without a right answer<th>faults over the bound</tr>\n");
    for (AffectedReport.User user : shown) {
      page.add(
          "<tr><td>%d<td>%,d<td>%,d<td>%,d<td>%,d<td>%,d<td>%,d<td>%,d<td>%,d<td>%,d</tr>\n",
          user.user(),
          user.lostUpdates(),
          user.staleAnswers(),
          user.resetSessions(),
          user.duplicatedAnswers(),
          user.resurrectedAnswers(),
          user.contradictedAnswers(),
          user.regressedAnswers(),
          user.withoutRightAnswer(),
          user.overBound());
    }
    page.add("</table></div>\n");
  }

  private void row(String name, long value) {
    page.row(name, format("%,d", value));
  }

  private void counters() {
    if (report.counters().nodes().isEmpty()) {
      return;
    }
    page.add("<h2>What nodes counted themselves</h2>\n");
    if (!report.counters().contradictions().isEmpty()) {
      list("It contradicts what users saw", report.counters().contradictions());
    }
    page.add(
        "<div class=\"wide\"><table><tr><th class=\"l\">node<th class=\"l\">known<th>users had of"
            + " it: answers<th>unprotected<th>new sessions<th>failed attempts<th class=\"l\">it"
            + " counted</tr>\n");
    for (CountersReport.Node node : report.counters().nodes()) {
      page.add(
          "<tr><td class=\"l\">%s<td class=\"l\">%s<td>%,d<td>%,d<td>%,d<td>%,d<td class=\"l\">%s"
              + "</tr>\n",
          node.node(),
          node.whole() ? "all" : "up to the last answer of each life",
          node.answers(),
          node.unprotected(),
          node.begun(),
          node.unanswered(),
          errors(node.counted()));
    }
    page.add("</table></div>\n");
  }

  private void growth() {
    GrowthReport growth = report.growth();
    if (growth.series().isEmpty() && !growth.expectedNone()) {
      return;
    }
    page.add("<h2>What nodes held for as long as they ran</h2>\n");
    page.add(
        "<p>%d of %d series grew: the least of each of four parts rose from part to part.</p>\n",
        growth.grown().size(), growth.series().size());
    if (!growth.grown().isEmpty()) {
      list("Grew", growth.grown().stream().map(GrowthReport.Series::words).toList());
    }
    list("At the beginning and at the end", GrowthWords.byNode(growth));
    if (growth.expectedNone() && !growth.unjudged().isEmpty()) {
      list("Not judged", growth.unjudged());
    }
  }

  private void phases() {
    page.add(
        "<h2>Phases</h2><table><tr><th class=\"l\">phase<th>s<th>requests<th>requests/s"
            + "<th>p50 ms<th>p90 ms<th>p99 ms<th>longest ms<th class=\"l\">failed attempts"
            + "</tr>\n");
    for (PhaseReport phase : report.phases()) {
      Quantiles times = phase.responseMillis();
      page.add(
          "<tr><td class=\"l\">%s<td>%.1f<td>%,d<td>%,.0f<td>%,.1f<td>%,.1f<td>%,.1f<td>%,.1f"
              + "<td class=\"l\">%s</tr>\n",
          phase.phase(),
          phase.seconds(),
          phase.requests(),
          phase.requestsPerSecond(),
          times.p50(),
          times.p90(),
          times.p99(),
          times.max(),
          errors(phase.errors()));
    }
    page.add("</table>\n");
    page.add(
        "<p>The driver woke users %.1f ms late at p99, %.1f ms at most; %s ended.</p>\n",
        report.driver().latenessMillis().p99(),
        report.driver().latenessMillis().max(),
        Counted.of(report.driver().idleCloses(), "idle connection"));
    report.driver().doubt().ifPresent(doubt -> page.add("<p>%s.</p>\n", doubt));
  }

  private static String errors(Map<String, Long> errors) {
    return errors.isEmpty()
        ? "none"
        : new TreeMap<>(errors)
            .entrySet().stream()
                .map(entry -> format("%,d %s", entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", "));
  }

  private void setup() {
    DrillSetup setup = report.setup();
    page.add("<h2>What was asked for</h2>\n");
    list("Steps of the scenario", report.scenario().steps());
    page.add("<table>\n");
    row("nodes at the start", setup.nodes());
    row("users", setup.users());
    page.row("replication", setup.replication() ? "on" : "off");
    page.row("answers wait for copies", setup.ack());
    page.row("what travels", setup.scope());
    row("copies besides the primary", setup.secondaries());
    page.row("workload", setup.workload());
    page.row("think time", format("%,d ms, %s", setup.thinkMillis(), setup.thinkDistribution()));
    page.row(
        "each user's requests go to",
        setup.routing().equals("sticky") ? "its node" : setup.routing());
    row("requests of a user under way at once", setup.parallel());
    row("logins and logouts, each of 100 requests", setup.loginPercent());
    row("seed", setup.seed());
    row("a user turns elsewhere after, ms", setup.failoverTimeoutMillis());
    Long keepAlive = setup.keepAliveMillis();
    page.row(
        "a user keeps its connection",
        keepAlive == null ? "always" : format("for pauses of up to %,d ms", keepAlive));
    row("bound of recovery, ms", setup.recoveryBoundMillis());
    row("async may lose the last, ms", setup.asyncWindowMillis());
    Long maxErrors = setup.maxErrors();
    page.row(
        "failed attempts allowed", maxErrors == null ? "any number" : format("%,d", maxErrors));
    page.add("</table>\n");
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
