// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.holdfast.drill.plan.report.CapacityReport.Node;
import org.holdfast.drill.plan.report.CapacityReport.Ratio;
import org.holdfast.drill.plan.report.CapacityReport.Stage;
import org.jspecify.annotations.Nullable;

/** Tells a report to people: tables, the limit, a line for Markdown and the verdict last. */
public final class CapacityText {
  private final CapacityReport report;
  private final List<String> lines = new ArrayList<>();

  private CapacityText(CapacityReport report) {
    this.report = report;
  }

  /** Returns the report, line by line. */
  public static List<String> lines(CapacityReport report) {
    CapacityText text = new CapacityText(report);
    text.setup();
    report.contenders().forEach(text::contender);
    text.comparison();
    text.verdict();
    return List.copyOf(text.lines);
  }

  private void setup() {
    CapacityReport.Setup setup = report.setup();
    add(
        "%s, think %s ms (%s), p%s within %s ms, CPU %s",
        setup.workload(),
        Rounded.plain(setup.thinkMillis()),
        setup.think(),
        Rounded.plain(setup.boundPercentile()),
        Rounded.plain(setup.boundMillis()),
        setup.cpuCap() < 1
            ? "of every node under " + Rounded.plain(100 * setup.cpuCap()) + " %"
            : "without a cap");
    CapacityReport.Environment where = report.environment();
    add(
        "%s, commit %s, JDK %s, %s, %s, %s CPUs, %s",
        where.version(),
        where.commit(),
        where.java(),
        where.system(),
        where.cpu(),
        Rounded.plain(where.cores()),
        where.ended());
    add("");
  }

  private void contender(ContenderReport contender) {
    add("%s: %s; %s", contender.name(), what(contender), contender.cpuWords());
    add("");
    boolean several = hasRounds(contender);
    add(
        "%s%-12s %8s %11s %9s %9s %9s%s  %-18s %s",
        several ? "round  " : "",
        "stage",
        "users",
        "requests/s",
        "p50 ms",
        "p90 ms",
        "p99 ms",
        isUsual(report.setup())
            ? ""
            : format(" %9s", "p" + Rounded.plain(report.setup().boundPercentile()) + " ms"),
        "CPU %",
        "");
    for (RoundStage each : RoundStage.all(contender)) {
      stage(several ? format("%5d  ", each.round()) : "", each.stage());
    }
    add("");
    add("capacity  %s", contender.capacity().words());
    contender.capacity().contradictions().forEach(words -> add("          %s", words));
    RoundsText.of(contender.capacity()).forEach(words -> add("rounds    %s", words));
    add("limit     %s", contender.limit().words());
    costs(contender);
    Loss loss = contender.loss();
    add("loss      %s", loss(report.setup(), contender));
    if (loss != null && !loss.killed().isEmpty()) {
      add("          killed %s; %s", String.join(", ", loss.killed()), loss.settled());
    }
    if (loss != null && !loss.afterwards().isEmpty()) {
      add("          %s", loss.afterwards());
    }
    add("updates   %s", updates(contender));
    UsersModel model = contender.model();
    if (model != null) {
      PredictionText.users(model).forEach(line -> add("model     %s", line));
    } else {
      add("model     none: %s", contender.modelWords());
    }
    if (!contender.limit().threadSummary().isEmpty()) {
      add("threads   %s", contender.limit().threadSummary());
    }
    add("");
    if (!contender.capacity().line().isEmpty()) {
      add("%s%s%s", prefix(contender), contender.capacity().line(), ofRound(contender));
      add("");
    }
  }

  /** For example "2 nodes, sessions by holdfast (attributes, sync)". */
  static String what(ContenderReport contender) {
    return format(
        "%d nodes, sessions by %s%s",
        contender.nodes(),
        contender.manager(),
        contender.manager().equals("holdfast")
            ? " (" + contender.scope() + ", " + contender.ack() + ")"
            : "");
  }

  /** Whether the first search was not the only one. */
  static boolean hasRounds(ContenderReport contender) {
    return contender.capacity().rounds().size() > 1;
  }

  /** What the capacity in one line is of: the first of several searches, or all there is. */
  static String ofRound(ContenderReport contender) {
    return hasRounds(contender) ? " (round 1 of " + contender.capacity().rounds().size() + ")" : "";
  }

  private String prefix(ContenderReport contender) {
    return report.contenders().size() > 1 ? contender.name() + ": " : "";
  }

  private void stage(String round, Stage stage) {
    StringBuilder cpu = new StringBuilder();
    for (Node node : stage.nodes()) {
      Double share = node.cpuShare();
      cpu.append(' ').append(share == null ? "?" : Rounded.percent(share, report.setup().cpuCap()));
    }
    String bounded = Rounded.told(stage.boundedMillis(), report.setup().boundMillis(), 1);
    add(
        "%s%-12s %,8d %,11.0f %9.1f %9.1f %9.1f%s  %-18s %s",
        round,
        stage.purpose(),
        stage.users(),
        stage.requestsPerSecond(),
        stage.p50(),
        stage.p90(),
        stage.p99(),
        isUsual(report.setup()) ? "" : format(" %9s", bounded),
        cpu.toString().strip(),
        verdict(stage));
  }

  /** With what was not kept, and the doubts that decided nothing. */
  static String verdict(Stage stage) {
    List<String> doubts = new ArrayList<>(stage.doubts());
    doubts.removeAll(stage.words());
    return stage.verdict()
        + (stage.words().isEmpty() ? "" : ": " + String.join("; ", stage.words()))
        + (doubts.isEmpty() ? "" : " (in doubt: " + String.join("; ", doubts) + ")");
  }

  /** Whether the bound is one of the percentile that every table has. */
  static boolean isUsual(CapacityReport.Setup setup) {
    double percentile = setup.boundPercentile();
    return percentile == 50 || percentile == 90 || percentile == 99;
  }

  /** What became of the loss of nodes; without one, why there was none. */
  static String loss(CapacityReport.Setup setup, ContenderReport contender) {
    Loss loss = contender.loss();
    if (loss != null) {
      return loss.words();
    }
    if (setup.survive() == 0) {
      return "not tried: no node was to be killed";
    }
    return setup.survive() < contender.nodes()
        ? "not tried: the run did not come to it"
        : "not tried: no node would be left";
  }

  /** Whether anybody would have seen a lost update. */
  static String updates(ContenderReport contender) {
    List<Stage> stages = RoundStage.searched(contender).stream().map(RoundStage::stage).toList();
    long checked = stages.stream().mapToLong(Stage::countersChecked).sum();
    long lost = stages.stream().mapToLong(Stage::lostUpdates).sum();
    String search = hasRounds(contender) ? "all searches" : "the search";
    return checked == 0
        ? "not followed: no answer of " + search + " shows what was updated"
        : format("followed in %,d answers of %s, %,d of them lost", checked, search, lost);
  }

  /** Of the last stage with the users sustained, else of the last at all. */
  private void costs(ContenderReport contender) {
    Stage told = null;
    for (Stage stage : contender.stages()) {
      if (!stage.verdict().equals("invalid")
          && (told == null || stage.users() == contender.capacity().users())) {
        told = stage;
      }
    }
    if (told == null) {
      return;
    }
    List<String> parts = new ArrayList<>();
    put(parts, "%,.0f bytes between nodes per request", told.replicationBytesPerRequest());
    put(parts, "%.2f ms waiting for secondaries per request", told.ackWaitMillis());
    for (Node node : told.nodes()) {
      List<String> of = new ArrayList<>();
      Double gc = node.gcShare();
      put(of, "GC %.1f %%", gc == null ? null : Double.valueOf(100 * gc));
      put(of, "%,.0f context switches/s", node.contextSwitchesPerSecond());
      put(of, "run queue %.1f", node.runQueue());
      if (!of.isEmpty()) {
        parts.add(node.name() + " " + String.join(", ", of));
      }
    }
    if (!parts.isEmpty()) {
      add("at %,d    %s", told.users(), String.join("; ", parts));
    }
  }

  private static void put(List<String> parts, String form, @Nullable Double value) {
    if (value != null) {
      parts.add(format(form, value));
    }
  }

  private void comparison() {
    for (Ratio ratio : report.ratios()) {
      add("%s", RoundsText.of(ratio));
    }
    Scalability law = report.scalability();
    if (law != null) {
      PredictionText.nodes(law).forEach(line -> add("%s", line));
    }
    String missing = report.scalabilityMissing();
    if (missing != null) {
      add("%s", missing);
    }
    if (!report.ratios().isEmpty() || law != null || missing != null) {
      add("");
    }
  }

  private void verdict() {
    add(
        "VERDICT: %s%s",
        report.verdict(),
        report.reasons().isEmpty() ? "" : ": " + String.join("; ", report.reasons()));
  }

  private void add(String form, Object... arguments) {
    lines.add(format(form, arguments).stripTrailing());
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
