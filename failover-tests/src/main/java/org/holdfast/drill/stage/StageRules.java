// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decides whether a stage of load can be believed, and whether it held its bound. Each check says
 * its figure and its bound in words, whether it passed or not.
 *
 * <p>The bounds: Little's law within 2.5 % of the users asked for, as Faban has it; think times
 * within 1 %; driver below half of the machine, and none of its threads busy for four fifths of the
 * time; late by a twentieth of the response bound at most, or 1 % of a user's cycle where that is
 * more; no gap without answers longer than a second that chance does not explain.
 */
public final class StageRules {
  static final double LITTLE_PERCENT = 2.5;
  static final double CPU_SHARE = 0.5;
  static final double THREAD_SHARE = 0.8;
  static final double LATENESS_OF_BOUND = 0.05;
  static final double LATENESS_OF_CYCLE = 0.01;
  static final double LEAST_STALL_SECONDS = 1;

  /** Of answers at a mean rate, one gap in e^20 is as long by chance. */
  static final double STALL_GAPS = 20;

  /** An open request this many times as old as the slowest answer is stuck. */
  static final double STUCK_TIMES = 1.5;

  /** With so few answers response times could not have become steady. */
  private static final long FEW_ANSWERS = 60;

  private final StageFigures figures;
  private final Bound bound;
  private final Checks checks = new Checks();

  /** Why what grows as long as a stage lasts is no doubt of it; empty if it is. */
  private final String overload;

  private StageRules(StageFigures figures, Bound bound) {
    this.figures = figures;
    this.bound = bound;
    this.overload =
        ArrivalRules.isOverload(figures, bound)
            ? ", as more came than were answered"
            : UserRules.isOverload(figures, bound) ? ", as answers took longer than a cycle" : "";
  }

  /** Judges a stage. */
  public static Verdict judge(StageFigures figures, Bound bound) {
    StageRules rules = new StageRules(figures, bound);
    rules.errors();
    rules.lostUpdates();
    rules.counters();
    rules.connections();
    rules.workers();
    rules.warmUp();
    if (figures.requestsPerSecondAsked() > 0) {
      ArrivalRules.judge(figures, bound, rules.checks);
    } else {
      UserRules.judge(figures, bound, rules.checks);
    }
    rules.lateness();
    rules.driverCpu();
    rules.stall();
    rules.openAtSteadyEnd();
    rules.openAtTheEnd();
    rules.serverCount();
    rules.bound();
    return new Verdict(rules.checks.all());
  }

  private void errors() {
    long failed = Math.max(figures.totalFailures(), figures.failedRequests());
    long requests = figures.answers() + figures.failedRequests();
    double percent = requests == 0 ? 0 : 100.0 * failed / requests;
    Map<String, Long> kinds = new TreeMap<>(figures.failures());
    checks.add(
        "errors",
        Check.Kind.ERRORS,
        percent <= bound.maxErrorPercent(),
        "%d attempts failed in %d requests, %.3f %% (allowed %.3f %%)%s%s%s",
        failed,
        requests,
        percent,
        bound.maxErrorPercent(),
        kinds.isEmpty() ? "" : ": " + kinds,
        figures.wrongAnswer().isEmpty()
            ? ""
            : "; the first wrong answer was " + figures.wrongAnswer(),
        figures.failuresElsewhere().isEmpty()
            ? ""
            : "; outside the steady state: " + new TreeMap<>(figures.failuresElsewhere()));
  }

  private void lostUpdates() {
    checks.add(
        "lost-updates",
        Check.Kind.ERRORS,
        figures.sessions().wrong() == 0,
        "%d answers of the run did not contain every update answered before (%d of %d judged%s)",
        figures.sessions().wrong(),
        figures.sessions().judged(),
        figures.sessions().answers(),
        figures.sessions().followed() ? "" : ": counters were not followed");
  }

  /** That no update was lost means little where none was looked at. */
  private void counters() {
    StageFigures.Sessions sessions = figures.sessions();
    String means = "";
    if (!sessions.followed()) {
      means = "; none was to be followed";
    } else if (sessions.areBlind()) {
      means = ": a lost update could not be seen" + wayOut(sessions);
    }
    checks.add(
        "counters",
        Check.Kind.VALIDITY,
        !sessions.areBlind(),
        "%d of %d answers of the run showed a counter that was followed; %d began a session, %d"
            + " replaced one%s",
        sessions.judged(),
        sessions.answers(),
        sessions.begun(),
        sessions.replaced(),
        means);
  }

  private static String wayOut(StageFigures.Sessions sessions) {
    if (sessions.begun() > 0) {
      return " (--follow-counters none says that none counts, that of load also each: that each URL"
          + " does)";
    }
    return String.format(
        Locale.ROOT,
        "; answers set the cookie \"%s\" and no answer \"%s\": if that is the session, say"
            + " --session-cookie %s, else --follow-counters none",
        sessions.otherCookie(),
        sessions.cookie(),
        sessions.otherCookie());
  }

  private void connections() {
    StageFigures.NotOpened failed = figures.notOpened();
    checks.add(
        "connections",
        Check.Kind.VALIDITY,
        failed.count() == 0,
        "%d connections could not be opened by the driver's machine%s",
        failed.count(),
        failed.cause().isEmpty() ? "" : ": " + failed.cause());
  }

  private void workers() {
    DriverCrew crew = figures.crew();
    if (crew.isAlone()) {
      return;
    }
    checks.add(
        "workers",
        Check.Kind.VALIDITY,
        crew.lost().isEmpty(),
        "%d of %d workers drove their users to the end%s",
        crew.processes() - crew.lost().size(),
        crew.processes(),
        crew.lost().isEmpty() ? "" : "; " + String.join("; ", crew.lost()));
  }

  private void warmUp() {
    StageFigures.WarmUp warmUp = figures.warmUp();
    checks.add(
        "warm-up",
        Check.Kind.VALIDITY,
        warmUp.steady() || !overload.isEmpty(),
        warmUp.steady()
            ? "response times were steady before the steady state"
            : "response times were not yet steady when the steady state began%s%s",
        warmUp.answers() < FEW_ANSWERS
            ? String.format(
                Locale.ROOT,
                ": there were %d answers in %.1f s of warm-up, and who asks so seldom needs more of"
                    + " it (--warm-up-ms)",
                warmUp.answers(),
                warmUp.seconds())
            : "",
        asIsOverload(!warmUp.steady()));
  }

  private void lateness() {
    double cycle = 1e3 * (figures.responseSeconds() + figures.think().planned());
    double allowed = Math.max(LATENESS_OF_BOUND * bound.millis(), LATENESS_OF_CYCLE * cycle);
    checks.add(
        "lateness",
        Check.Kind.VALIDITY,
        figures.latenessMillis() <= allowed,
        "the driver was late by %.2f ms at p99 (allowed %.2f ms)",
        figures.latenessMillis(),
        allowed);
  }

  private void driverCpu() {
    checks.add(
        "driver-cpu",
        Check.Kind.VALIDITY,
        figures.driverCpuShare() < CPU_SHARE && figures.busiestThreadShare() < THREAD_SHARE,
        "%s used %.1f %% of %s (allowed below %.0f %%), the busiest thread %.1f %% of what one can use"
            + " (allowed below %.0f %%): more, and it measures itself",
        figures.crew().isAlone() ? "the driver" : String.join(" and ", figures.crew().busiest()),
        100 * figures.driverCpuShare(),
        Cores.words(figures.cores()),
        100 * CPU_SHARE,
        100 * figures.busiestThreadShare(),
        100 * THREAD_SHARE);
  }

  private void stall() {
    // Each process sees only the answers to its own users.
    double rate = figures.requestsPerSecond() / figures.crew().processes();
    double allowed =
        figures.pauseInStepSeconds()
            + (rate > 0 ? Math.max(LEAST_STALL_SECONDS, STALL_GAPS / rate) : LEAST_STALL_SECONDS);
    checks.add(
        "stall",
        Check.Kind.VALIDITY,
        figures.longestGapSeconds() <= allowed,
        "no answer at all for %.2f s at the longest (allowed %.2f s)",
        figures.longestGapSeconds(),
        allowed);
  }

  private void openAtSteadyEnd() {
    double allowed = Math.max(bound.millis(), STUCK_TIMES * figures.maxMillis()) / 1e3;
    StageFigures.Open open = figures.atSteadyEnd();
    checks.add(
        "open-at-steady-end",
        Check.Kind.VALIDITY,
        open.oldestSeconds() <= allowed || !overload.isEmpty(),
        "%d requests open at the end of the steady state, the oldest for %.2f s (allowed %.2f s)%s",
        open.count(),
        open.oldestSeconds(),
        allowed,
        asIsOverload(open.oldestSeconds() > allowed));
  }

  private void openAtTheEnd() {
    StageFigures.Open open = figures.atTheEnd();
    checks.add(
        "open-at-the-end",
        Check.Kind.VALIDITY,
        open.count() == 0 || !overload.isEmpty(),
        "%d requests still open after the ramp-down, the oldest for %.2f s%s",
        open.count(),
        open.oldestSeconds(),
        asIsOverload(open.count() > 0));
  }

  /** What is no doubt of the measurement where more was asked than the servers answered. */
  private String asIsOverload(boolean doubt) {
    return doubt ? overload : "";
  }

  private void serverCount() {
    StageFigures.ServerCount server = figures.servers().count();
    if (!figures.servers().unread().isEmpty()) {
      checks.add(
          "server-count",
          Check.Kind.VALIDITY,
          false,
          "what the servers counted could not be read: %s",
          figures.servers().unread());
    }
    if (server == null) {
      if (figures.servers().unread().isEmpty()) {
        checks.add(
            "server-count",
            Check.Kind.VALIDITY,
            true,
            "not compared: no server was asked what it counted (of servers that run, --count-url"
                + " says where they tell it)");
      }
      return;
    }
    checks.add(
        "server-count",
        Check.Kind.VALIDITY,
        server.counted() >= server.answered()
            && server.counted() <= server.answered() + server.perhaps(),
        "the servers counted %d requests, the driver %d answered and %d that may have been served",
        server.counted(),
        server.answered(),
        server.perhaps());
  }

  private void bound() {
    checks.add(
        "bound",
        Check.Kind.BOUND,
        figures.answers() > 0 && figures.boundedMillis() <= bound.millis(),
        "%s %.3f s from due to answer (bound %.3f s)",
        bound.label(),
        figures.boundedMillis() / 1e3,
        bound.millis() / 1e3);
  }
}
