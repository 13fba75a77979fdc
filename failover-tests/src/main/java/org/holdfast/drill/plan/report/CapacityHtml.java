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

package org.holdfast.drill.plan.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.plan.report.CapacityReport.CheckReport;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Environment;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.holdfast.drill.plan.report.CapacityReport.Node;
import org.holdfast.drill.plan.report.CapacityReport.Ratio;
import org.holdfast.drill.plan.report.CapacityReport.Scalability;
import org.holdfast.drill.plan.report.CapacityReport.Stage;
import org.holdfast.drill.plan.report.CapacityReport.UsersModel;
import org.jspecify.annotations.Nullable;

/** Writes a report as one page that needs nothing else: no network, no script, no other file. */
public final class CapacityHtml {
  private static final String STYLE =
      """
      body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1180px;padding:0 1em;color:#222}
      h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #ccc}
      .verdict{padding:.6em 1em;border-left:6px solid}.valid{border-color:#2a7d4f;background:#eef8f1}
      .failed{border-color:#b3261e;background:#fdf0ef}.invalid{border-color:#a66a00;background:#fdf6e8}
      table{border-collapse:collapse;margin:.8em 0}td,th{padding:.25em .7em;text-align:right;
      border-bottom:1px solid #e4e4e4;vertical-align:top}th{background:#f6f6f6}.l{text-align:left}
      .plots{display:grid;grid-template-columns:1fr 1fr;gap:12px}.plot{width:100%;background:#fff;
      border:1px solid #e4e4e4}code,pre{background:#f6f6f6;padding:.1em .3em}pre{overflow:auto;padding:.6em}
      svg text{font:11px system-ui,sans-serif;fill:#333}svg .title{font-weight:600;font-size:13px}
      svg .tick.y,svg .boundname{text-anchor:end}svg .tick.x,svg .axis{text-anchor:middle}
      svg .grid{stroke:#eee}svg .frame{fill:none;stroke:#999}svg .curve{fill:none!important;stroke-width:1.8}
      svg .bound{stroke:#b3261e;stroke-dasharray:5 4}svg .boundname{fill:#b3261e}
      .c0{fill:#1f5fa8;stroke:#1f5fa8}.c1{fill:#c7641a;stroke:#c7641a}.c2{fill:#2a7d4f;stroke:#2a7d4f}
      .c3{fill:#7a3e9d;stroke:#7a3e9d}.c4{fill:#8a6d1a;stroke:#8a6d1a}.c5{fill:#4a4a4a;stroke:#4a4a4a}
      @media(max-width:800px){.plots{grid-template-columns:1fr}}
      """;

  private final CapacityReport report;
  private final StringBuilder page = new StringBuilder();

  private CapacityHtml(CapacityReport report) {
    this.report = report;
  }

  /**
   * Writes {@code report} to {@code file}, replacing it.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(CapacityReport report, Path file) throws IOException {
    Files.writeString(file, page(report), StandardCharsets.UTF_8);
  }

  static String page(CapacityReport report) {
    CapacityHtml html = new CapacityHtml(report);
    html.head();
    html.ratios();
    report.contenders().forEach(html::contender);
    html.surroundings();
    return html.page.append("</body></html>\n").toString();
  }

  private void head() {
    page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width\">")
        .append("<title>Capacity: ")
        .append(Html.escape(report.setup().workload()))
        .append("</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n");
    add("<h1>Capacity: %s</h1>", report.setup().workload());
    add(
        "<p class=\"verdict " + report.verdict() + "\"><b>%s</b>%s</p>",
        report.verdict(),
        report.reasons().isEmpty() ? "" : ": " + String.join("; ", report.reasons()));
    for (ContenderReport contender : report.contenders()) {
      if (!contender.capacity().line().isEmpty()) {
        add("<p><b>%s</b>: %s</p>", contender.name(), contender.capacity().line());
      }
    }
  }

  private void ratios() {
    Scalability law = report.scalability();
    if (law != null) {
      add("<p>%s.</p>", String.join("; ", PredictionText.nodes(law)));
    }
    if (report.ratios().isEmpty()) {
      return;
    }
    page.append("<table><tr><th class=\"l\">users sustained<th>times<th>from<th>to</tr>");
    for (Ratio ratio : report.ratios()) {
      Double high = ratio.high();
      add(
          "<tr><td class=\"l\">%s over %s<td>%.2f<td>%.2f<td>%s</tr>",
          ratio.contender(),
          ratio.to(),
          ratio.users(),
          ratio.low(),
          high == null ? "open" : format("%.2f", high));
    }
    page.append("</table>\n");
  }

  private void contender(ContenderReport contender) {
    add(
        "<h2>%s: %d nodes, sessions by %s</h2><p>%s.</p>",
        contender.name(), contender.nodes(), contender.manager(), contender.cpuWords());
    add("<p><b>Capacity</b>: %s.</p>", contender.capacity().words());
    for (String words : contender.capacity().contradictions()) {
      add("<p>%s.</p>", words);
    }
    add("<p><b>Limit</b>: %s</p>", contender.limit().words());
    Loss loss = contender.loss();
    if (loss != null) {
      add("<p><b>Loss of nodes</b>: %s.", loss.words());
      if (!loss.killed().isEmpty()) {
        add(" Killed: %s; %s.", String.join(", ", loss.killed()), loss.settled());
      }
      page.append("</p>\n");
    }
    add("<p><b>Updates</b>: %s.</p>", CapacityText.updates(contender));
    UsersModel model = contender.model();
    add(
        "<p><b>Model</b>: %s.</p>",
        model == null
            ? "none: " + contender.modelWords()
            : String.join("; ", PredictionText.users(model)));
    page.append("<div class=\"plots\">\n");
    CapacityPlots.of(report.setup(), contender).forEach(svg -> page.append(svg).append('\n'));
    page.append("</div>\n");
    stages(contender);
    validity(contender);
    if (!contender.limit().threads().isEmpty()) {
      page.append("<details><summary>Threads in the stage that failed: ")
          .append(Html.escape(contender.limit().threadSummary()))
          .append("</summary><pre>");
      contender.limit().threads().forEach(line -> page.append(Html.escape(line)).append('\n'));
      page.append("</pre></details>\n");
    }
  }

  private static List<Stage> all(ContenderReport contender) {
    List<Stage> all = new ArrayList<>(contender.stages());
    Stage closer = contender.closerLook();
    if (closer != null) {
      all.add(closer);
    }
    Loss loss = contender.loss();
    Stage lost = loss == null ? null : loss.stage();
    if (lost != null) {
      all.add(lost);
    }
    return all;
  }

  private void stages(ContenderReport contender) {
    page.append(
        "<table><tr><th class=\"l\">stage<th>users<th>requests/s<th>mean ms<th>p50<th>p90<th>p99");
    boolean usual = CapacityText.isUsual(report.setup());
    if (!usual) {
      add("<th>p%s", Rounded.plain(report.setup().boundPercentile()));
    }
    page.append(
        "<th>CPU %<th>GC %<th>switches/request<th>run queue<th>bytes between nodes/request"
            + "<th>ack wait ms<th class=\"l\">result</tr>\n");
    for (Stage stage : all(contender)) {
      add(
          "<tr><td class=\"l\">%s<td>%,d<td>%,.0f<td>%.1f<td>%.1f<td>%.1f<td>%.1f",
          stage.purpose(),
          stage.users(),
          stage.requestsPerSecond(),
          stage.meanMillis(),
          stage.p50(),
          stage.p90(),
          stage.p99());
      if (!usual) {
        add("<td>%s", Rounded.told(stage.boundedMillis(), report.setup().boundMillis(), 1));
      }
      add(
          "<td>%s<td>%s<td>%s<td>%s<td>%s<td>%s<td class=\"l\">%s</tr>",
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
      page.append('\n');
    }
    page.append("</table>\n");
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
    page.append("<details><summary>Validity of each stage</summary><table>");
    page.append("<tr><th class=\"l\">stage<th>users<th class=\"l\">check<th class=\"l\">passed")
        .append("<th class=\"l\">figure and bound</tr>\n");
    for (Stage stage : all(contender)) {
      for (CheckReport check : stage.checks()) {
        add(
            "<tr><td class=\"l\">%s<td>%,d<td class=\"l\">%s<td class=\"l\">%s<td"
                + " class=\"l\">%s</tr>\n",
            stage.purpose(),
            stage.users(),
            check.name(),
            check.passed() ? "yes" : "NO",
            check.words());
      }
    }
    page.append("</table></details>\n");
  }

  private void surroundings() {
    Environment where = report.environment();
    page.append("<h2>Where and how</h2><table>");
    row("command", report.setup().command());
    row("measured by", where.version());
    row("commit", where.commit());
    row("JDK", where.java());
    row("system", where.system() + ", " + where.cpu() + ", " + where.cores() + " CPUs");
    row(
        "users",
        format(
            "think %s ms (%s)",
            Rounded.plain(report.setup().thinkMillis()), report.setup().think()));
    row(
        "stages",
        format(
            "%s s ramp-up, %s s steady, %s s ramp-down, after a wait for steady responses; the first"
                + " %s s are discarded",
            Rounded.plain(report.setup().rampUpSeconds()),
            Rounded.plain(report.setup().steadySeconds()),
            Rounded.plain(report.setup().rampDownSeconds()),
            Rounded.plain(report.setup().warmSeconds())));
    row("seed", Long.toString(report.setup().seed()));
    page.append("</table>\n");
  }

  private void row(String name, String value) {
    add("<tr><th class=\"l\">%s<td class=\"l\">%s</tr>", name, value);
  }

  /** Text among the arguments is escaped; the form is HTML. */
  private void add(String form, Object... arguments) {
    Object[] escaped = arguments.clone();
    for (int i = 0; i < escaped.length; i++) {
      if (escaped[i] instanceof String text) {
        escaped[i] = Html.escape(text);
      }
    }
    page.append(format(form, escaped));
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
