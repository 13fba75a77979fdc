// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reports for tests. */
public final class Reports {
  private static final Quantiles TIMES = new Quantiles(67, 12, 40, 90, 95.5);

  public static final FormerIdsReport FORMER_IDS = new FormerIdsReport(90, 1, 80, 160);

  private Reports() {}

  public static DrillSetup setup(String ack) {
    return setup(ack, true);
  }

  public static DrillSetup setup(String ack, boolean counted) {
    return setup(ack, counted, 600L);
  }

  /**
   * @param maxErrors null for any number
   */
  public static DrillSetup setup(String ack, boolean counted, @Nullable Long maxErrors) {
    return new DrillSetup(
        3,
        200,
        true,
        ack,
        "modified-attribute",
        1,
        "counter",
        "exponential",
        500,
        1,
        1_000,
        2_000,
        1_000,
        maxErrors,
        2,
        counted,
        "sticky",
        1,
        "JSESSIONID",
        null);
  }

  /** A node that was killed; the counts of what happened to its users are given. */
  public static IncidentReport kill(int users, int moved, int without, int overBound) {
    return kill(users, moved, without, overBound, TIMES, TIMES);
  }

  /** A node that was killed; the times of its 67 users are given. */
  public static IncidentReport kill(Quantiles firstRightAnswer, Quantiles turnedAtOnce) {
    return kill(67, 67, 0, 0, firstRightAnswer, turnedAtOnce);
  }

  private static IncidentReport kill(
      int users,
      int moved,
      int without,
      int overBound,
      Quantiles firstRightAnswer,
      Quantiles turnedAtOnce) {
    return new IncidentReport(
        "killed node-1",
        "kill",
        List.of("node-1"),
        8,
        null,
        true,
        true,
        true,
        true,
        users,
        moved,
        without,
        overBound,
        850.0,
        900.5,
        1_200.0,
        null,
        firstRightAnswer,
        turnedAtOnce,
        TIMES,
        62);
  }

  public static IncidentReport kill() {
    return kill(67, 67, 0, 0);
  }

  /** In the order of {@link TruthReport}: of users, then of answers. */
  public static TruthReport truth(
      int verified, int unverified, int silent, int withSession, long... of) {
    return new TruthReport(
        verified,
        unverified,
        silent,
        withSession,
        0,
        of[0],
        of[1],
        of[2],
        of[3],
        0,
        of[4],
        of[5],
        of[6],
        of[7],
        of[8],
        of[9],
        of[10],
        of[11],
        of[12],
        of[13],
        FORMER_IDS,
        List.of());
  }

  public static TruthReport truth() {
    return new TruthReport(
        200,
        0,
        0,
        200,
        0,
        8_000,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        7_000,
        FORMER_IDS,
        List.of());
  }

  /** Of that many users, each with one stale answer. */
  static AffectedReport affected(int users) {
    return AffectedReport.of(
        IntStream.range(0, users)
            .mapToObj(user -> new AffectedReport.User(user, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0))
            .toList());
  }

  private static AffectedReport affected() {
    return AffectedReport.of(List.of(new AffectedReport.User(17, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1)));
  }

  public static List<PhaseReport> phases() {
    return List.of(
        new PhaseReport("before", 8, 3_100, 387.5, Map.of(), TIMES),
        new PhaseReport("during", 2, 700, 350, Map.of("refused", 60L, "timed-out", 2L), TIMES),
        new PhaseReport("after", 10, 3_900, 390, Map.of("refused", 1L), TIMES));
  }

  private static CountersReport counters() {
    return new CountersReport(
        List.of(
            new CountersReport.Node(
                "node-1", false, 1, 2_600, 0, 70, 62, Map.of("requests", 2_640L)),
            new CountersReport.Node(
                "node-2", true, 1, 2_700, 3, 65, 0, Map.of("requests", 2_700L, "created", 65L))),
        List.of("node-2 contradicts itself"));
  }

  private static GrowthReport growth() {
    return new GrowthReport(
        true,
        List.of(
            new GrowthReport.Series(
                "node-2",
                "live heap",
                0,
                60,
                180,
                List.of(21L << 20, 20L << 20, 22L << 20, 21L << 20),
                false),
            new GrowthReport.Series(
                "node-2", "threads", 0, 60, 180, List.of(40L, 52L, 64L, 75L), true),
            new GrowthReport.Series(
                "node-1", "threads", 3, 60, 180, List.of(40L, 41L, 41L, 40L), false)),
        List.of("node-1: 2 of 3 lives were shorter than 120 s"));
  }

  static DrillReport report(List<String> reasons) {
    return report(
        reasons,
        new ScenarioReport(
            "kill", "A node is killed.", "process", "tomcat", List.of("at 8 s: killed"), null));
  }

  /** A rolling upgrade that holds. */
  static DrillReport upgrade(String to) {
    return report(
        List.of(),
        new ScenarioReport(
            "rolling-upgrade",
            "Each node is upgraded.",
            "process",
            "tomcat",
            List.of("at 8 s"),
            to));
  }

  /** A kill that holds, with another set-up and truth. */
  static DrillReport report(DrillSetup setup, TruthReport truth) {
    return report(
        List.of(),
        new ScenarioReport(
            "kill", "A node is killed.", "process", "tomcat", List.of("at 8 s"), null),
        setup,
        truth);
  }

  private static DrillReport report(List<String> reasons, ScenarioReport scenario) {
    return report(reasons, scenario, setup("sync"), truth());
  }

  private static DrillReport report(
      List<String> reasons, ScenarioReport scenario, DrillSetup setup, TruthReport truth) {
    return new DrillReport(
        DrillReport.FORMAT,
        reasons.isEmpty() ? "holds" : "broken",
        reasons,
        scenario,
        setup,
        List.of(kill()),
        List.of(new PromiseReport("no answered update is lost", "0 of 8,000 lost", true)),
        truth,
        affected(),
        DrillReport.errorsOf(phases()),
        phases(),
        new DriverReport(TIMES, 40),
        counters(),
        growth(),
        new Timeline(0, List.of(), List.of()));
  }
}
