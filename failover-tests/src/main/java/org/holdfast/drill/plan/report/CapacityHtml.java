// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.page.Page;
import org.holdfast.drill.plan.report.CapacityReport.CheckReport;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Environment;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.holdfast.drill.plan.report.CapacityReport.Node;
import org.holdfast.drill.plan.report.CapacityReport.Ratio;
import org.holdfast.drill.plan.report.CapacityReport.Stage;
import org.jspecify.annotations.Nullable;

/** Writes a report as one page that needs nothing else: no network, no script, no other file. */
public final class CapacityHtml {
  private final CapacityReport report;
  private final Page page;

  private CapacityHtml(CapacityReport report) {
    this.report = report;
    this.page = new Page("Capacity: " + report.setup().workload());
  }

  /**
   * Writes {@code report} to {@code file}, replacing it.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(CapacityReport report, Path file) throws IOException {
    CapacityHtml html = new CapacityHtml(report);
    html.head();
    html.ratios();
    report.contenders().forEach(html::contender);
    html.surroundings();
    html.page.write(file);
  }

  private void head() {
    page.verdict(tone(), report.verdict(), String.join("; ", report.reasons()));
    for (ContenderReport contender : report.contenders()) {
      if (!contender.capacity().line().isEmpty()) {
        page.add(
            "<p><b>%s</b>: %s%s</p>",
            contender.name(), contender.capacity().line(), CapacityText.ofRound(contender));
      }
    }
  }

  private Page.Tone tone() {
    return switch (report.verdict()) {
      case "valid" -> Page.Tone.GOOD;
      case "failed" -> Page.Tone.BAD;
      default -> Page.Tone.DOUBTFUL;
    };
  }

  private void ratios() {
    Scalability law = report.scalability();
    if (law != null) {
      page.add("<p>%s.</p>", String.join("; ", PredictionText.nodes(law)));
    }
    String missing = report.scalabilityMissing();
    if (missing != null) {
      page.add("<p>%s.</p>", missing);
    }
    if (report.ratios().isEmpty()) {
      return;
    }
    for (Ratio ratio : report.ratios()) {
      page.add("<p>%s.</p>\n", RoundsText.of(ratio));
    }
  }

  private void contender(ContenderReport contender) {
    page.add(
        "<h2>%s: %s</h2><p>%s.</p>",
        contender.name(), CapacityText.what(contender), contender.cpuWords());
    page.add("<p><b>Capacity</b>: %s.</p>", contender.capacity().words());
    for (String words : contender.capacity().contradictions()) {
      page.add("<p>%s.</p>", words);
    }
    for (String words : RoundsText.of(contender.capacity())) {
      page.add("<p>%s.</p>", words);
    }
    page.add("<p><b>Limit</b>: %s</p>", contender.limit().words());
    Loss loss = contender.loss();
    page.add("<p><b>Loss of nodes</b>: %s.", CapacityText.loss(report.setup(), contender));
    if (loss != null && !loss.killed().isEmpty()) {
      page.add(" Killed: %s; %s.", String.join(", ", loss.killed()), loss.settled());
    }
    if (loss != null && !loss.afterwards().isEmpty()) {
      page.add(" Afterwards: %s.", loss.afterwards());
    }
    page.add("</p>\n");
    page.add("<p><b>Updates</b>: %s.</p>", CapacityText.updates(contender));
    UsersModel model = contender.model();
    page.add(
        "<p><b>Model</b>: %s.</p>",
        model == null
            ? "none: " + contender.modelWords()
            : String.join("; ", PredictionText.users(model)));
    page.add("<div class=\"plots\">\n");
    CapacityPlots.of(report.setup(), contender).forEach(page::plot);
    page.add("</div>\n");
    stages(contender);
    validity(contender);
    if (!contender.limit().threads().isEmpty()) {
      page.add(
          "<details><summary>Threads when the stage that failed was run once more: %s</summary><pre>",
          contender.limit().threadSummary());
      contender.limit().threads().forEach(line -> page.add("%s\n", line));
      page.add("</pre></details>\n");
    }
  }

  private void stages(ContenderReport contender) {
    page.add("<table><tr>");
    roundHead(contender);
    page.add("<th class=\"l\">stage<th>users<th>requests/s<th>mean ms<th>p50<th>p90<th>p99");
    boolean usual = CapacityText.isUsual(report.setup());
    if (!usual) {
      page.add("<th>p%s", Rounded.plain(report.setup().boundPercentile()));
    }
    page.add(
        "<th>CPU %<th>GC %<th>switches/request<th>run queue<th>bytes between nodes/request"
            + "<th>ack wait ms<th class=\"l\">result</tr>\n");
    for (RoundStage each : RoundStage.all(contender)) {
      Stage stage = each.stage();
      page.add("<tr>");
      roundCell(contender, each);
      page.add(
          "<td class=\"l\">%s<td>%,d<td>%,.0f<td>%.1f<td>%.1f<td>%.1f<td>%.1f",
          stage.purpose(),
          stage.users(),
          stage.requestsPerSecond(),
          stage.meanMillis(),
          stage.p50(),
          stage.p90(),
          stage.p99());
      if (!usual) {
        page.add("<td>%s", Rounded.told(stage.boundedMillis(), report.setup().boundMillis(), 1));
      }
      page.add(
          "<td>%s<td>%s<td>%s<td>%s<td>%s<td>%s<td class=\"l\">%s</tr>\n",
          cpu(stage),
          each(stage, Node::gcShare, 100, "%.1f"),
          each(
              stage,
              Node::contextSwitchesPerSecond,
              stage.requestsPerSecond() > 0 ? 1 / stage.requestsPerSecond() : 0,
              "%.1f"),
          each(stage, Node::runQueue, 1, "%.1f"),
          figure(stage.replicationBytesPerRequest(), "%,.0f"),
          figure(stage.ackWaitMillis(), "%.2f"),
          CapacityText.verdict(stage));
    }
    page.add("</table>\n");
  }

  /** Heads the column that tells the searches apart, where there are several. */
  private void roundHead(ContenderReport contender) {
    if (CapacityText.hasRounds(contender)) {
      page.add("<th>round");
    }
  }

  private void roundCell(ContenderReport contender, RoundStage stage) {
    if (CapacityText.hasRounds(contender)) {
      page.add("<td>%d", stage.round());
    }
  }

  private String cpu(Stage stage) {
    List<String> words = new ArrayList<>();
    for (Node node : stage.nodes()) {
      Double share = node.cpuShare();
      words.add(share == null ? "-" : Rounded.percent(share, report.setup().cpuCap()));
    }
    return String.join(" ", words);
  }

  private interface Figure {
    @Nullable Double of(Node node);
  }

  private static String each(Stage stage, Figure figure, double factor, String form) {
    List<String> words = new ArrayList<>();
    for (Node node : stage.nodes()) {
      Double value = figure.of(node);
      words.add(value == null ? "-" : format(form, factor * value));
    }
    return String.join(" ", words);
  }

  private static String figure(@Nullable Double value, String form) {
    return value == null ? "-" : format(form, value);
  }

  /** The checks of each stage, whether they passed or not. */
  private void validity(ContenderReport contender) {
    page.add("<details><summary>Validity of each stage</summary><table><tr>");
    roundHead(contender);
    page.add(
        "<th class=\"l\">stage<th>users<th class=\"l\">check<th class=\"l\">passed"
            + "<th class=\"l\">figure and bound</tr>\n");
    for (RoundStage each : RoundStage.all(contender)) {
      Stage stage = each.stage();
      for (CheckReport check : stage.checks()) {
        page.add("<tr>");
        roundCell(contender, each);
        page.add(
            "<td class=\"l\">%s<td>%,d<td class=\"l\">%s<td class=\"l\">%s<td class=\"l\">%s</tr>\n",
            stage.purpose(),
            stage.users(),
            check.name(),
            check.passed() ? "yes" : "NO",
            check.words());
      }
    }
    page.add("</table></details>\n");
  }

  private void surroundings() {
    Environment where = report.environment();
    page.add("<h2>Where and how</h2><table>");
    page.row("command", report.setup().command());
    page.row("measured by", where.version());
    page.row("commit", where.commit());
    page.row("JDK", where.java());
    page.row(
        "system",
        where.system() + ", " + where.cpu() + ", " + Rounded.plain(where.cores()) + " CPUs");
    page.row(
        "users",
        format(
            "think %s ms (%s)",
            Rounded.plain(report.setup().thinkMillis()), report.setup().think()));
    page.row(
        "stages",
        format(
            "%s s ramp-up, %s s steady, %s s ramp-down, after a wait for steady responses; the first"
                + " %s s are discarded",
            Rounded.plain(report.setup().rampUpSeconds()),
            Rounded.plain(report.setup().steadySeconds()),
            Rounded.plain(report.setup().rampDownSeconds()),
            Rounded.plain(report.setup().warmSeconds())));
    page.row(
        "limits",
        format(
            "p%s within %s ms, CPU %s, %s %% of errors, %,d users at most; %d nodes lost, survivors"
                + " at %s %% of their CPU",
            Rounded.plain(report.setup().boundPercentile()),
            Rounded.plain(report.setup().boundMillis()),
            report.setup().cpuCap() < 1
                ? "under " + Rounded.plain(100 * report.setup().cpuCap()) + " %"
                : "without a cap",
            Rounded.plain(report.setup().maxErrorPercent()),
            report.setup().mostUsers(),
            report.setup().survive(),
            Rounded.plain(100 * report.setup().survivorMost())));
    page.row(
        "driver",
        report.setup().workers() == 1 ? "1 process" : report.setup().workers() + " processes");
    page.row("rounds", Integer.toString(report.setup().rounds()));
    page.row("ended", where.ended());
    page.row("seed", Long.toString(report.setup().seed()));
    page.add("</table>\n");
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
