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

package org.holdfast.drill.stage;

import java.util.ArrayList;
import java.util.List;
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
  static final double THINK_PERCENT = 1;
  static final double CPU_SHARE = 0.5;
  static final double THREAD_SHARE = 0.8;
  static final double LATENESS_OF_BOUND = 0.05;
  static final double LATENESS_OF_CYCLE = 0.01;
  static final double LEAST_STALL_SECONDS = 1;

  /** Of answers at a mean rate, one gap in e^20 is as long by chance. */
  static final double STALL_GAPS = 20;

  /** An open request this many times as old as the slowest answer is stuck. */
  static final double STUCK_TIMES = 1.5;

  private final StageFigures figures;
  private final Bound bound;
  private final List<Check> checks = new ArrayList<>();

  private StageRules(StageFigures figures, Bound bound) {
    this.figures = figures;
    this.bound = bound;
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
      rules.rate();
    } else {
      rules.littlesLaw();
      rules.thinkTime();
      rules.fairness();
      rules.slowestUser();
    }
    rules.lateness();
    rules.driverCpu();
    rules.stall();
    rules.openAtSteadyEnd();
    rules.openAtTheEnd();
    rules.serverCount();
    rules.bound();
    return new Verdict(rules.checks);
  }

  private void errors() {
    long failed = Math.max(figures.totalFailures(), figures.failedRequests());
    long requests = figures.answers() + figures.failedRequests();
    double percent = requests == 0 ? 0 : 100.0 * failed / requests;
    Map<String, Long> kinds = new TreeMap<>(figures.failures());
    add(
        "errors",
        Check.Kind.ERRORS,
        percent <= bound.maxErrorPercent(),
        "%d attempts failed in %d requests, %.3f %% (allowed %.3f %%)%s%s",
        failed,
        requests,
        percent,
        bound.maxErrorPercent(),
        kinds.isEmpty() ? "" : ": " + kinds,
        figures.failuresElsewhere().isEmpty()
            ? ""
            : "; outside the steady state: " + new TreeMap<>(figures.failuresElsewhere()));
  }

  private void lostUpdates() {
    add(
        "lost-updates",
        Check.Kind.ERRORS,
        figures.sessions().wrong() == 0,
        "%d answers of the run did not contain every update answered before (%d of %d judged)",
        figures.sessions().wrong(),
        figures.sessions().judged(),
        figures.sessions().answers());
  }

  /** That no update was lost means little where none was looked at. */
  private void counters() {
    StageFigures.Sessions sessions = figures.sessions();
    boolean blind = sessions.followed() && sessions.judged() == 0 && sessions.begun() > 0;
    String means =
        !sessions.followed()
            ? ", as was asked for"
            : blind ? ": a lost update could not be seen" : "";
    add(
        "counters",
        Check.Kind.VALIDITY,
        !blind,
        "%d of %d answers of the run showed a counter that was followed; %d began a session, %d"
            + " replaced one%s",
        sessions.judged(),
        sessions.answers(),
        sessions.begun(),
        sessions.replaced(),
        means);
  }

  private void connections() {
    StageFigures.NotOpened failed = figures.notOpened();
    add(
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
    add(
        "workers",
        Check.Kind.VALIDITY,
        crew.lost().isEmpty(),
        "%d of %d workers drove their users to the end%s",
        crew.processes() - crew.lost().size(),
        crew.processes(),
        crew.lost().isEmpty() ? "" : "; " + String.join("; ", crew.lost()));
  }

  private void warmUp() {
    add(
        "warm-up",
        Check.Kind.VALIDITY,
        figures.warm(),
        figures.warm()
            ? "response times were steady before the steady state"
            : "response times were not yet steady when the steady state began");
  }

  private void littlesLaw() {
    double users = figures.usersByLittle();
    double percent = 100 * Math.abs(users / figures.users() - 1);
    add(
        "littles-law",
        Check.Kind.VALIDITY,
        percent <= LITTLE_PERCENT,
        "%d users requested, %.1f simulated by Little's law X(R+Z), off by %.2f %% (allowed %.1f %%);"
            + " by Faban's sum of whole cycles %.1f",
        figures.users(),
        users,
        percent,
        LITTLE_PERCENT,
        figures.usersByWholeCycles());
  }

  private void rate() {
    double asked = figures.requestsPerSecondAsked();
    double percent = 100 * Math.abs(figures.requestsPerSecond() / asked - 1);
    // What comes at random times is counted at random: three standard deviations.
    double chance =
        figures.answers() == 0
            ? 0
            : 300 * figures.think().scatter() / Math.sqrt((double) figures.answers());
    add(
        "rate",
        Check.Kind.VALIDITY,
        percent <= LITTLE_PERCENT + chance,
        "%.1f requests/s asked for, %.1f answered, off by %.2f %% (allowed %.2f %%)",
        asked,
        figures.requestsPerSecond(),
        percent,
        LITTLE_PERCENT + chance);
  }

  private void thinkTime() {
    StageFigures.Think think = figures.think();
    double driver = deviation(think.measured(), think.planned());
    // What was drawn scatters around what was asked: three standard deviations of a mean.
    double chance =
        think.pauses() == 0 ? 0 : 300 * think.scatter() / Math.sqrt((double) think.pauses());
    double drawn = think.isCycle() ? 0 : deviation(think.planned(), think.asked());
    add(
        "think-time",
        Check.Kind.VALIDITY,
        driver <= THINK_PERCENT && drawn <= THINK_PERCENT + chance,
        "think time %.4f s of %.4f s planned, off by %.2f %% (allowed %.1f %%); %s %.4f s asked for",
        think.measured(),
        think.planned(),
        driver,
        THINK_PERCENT,
        think.isCycle() ? "a cycle of" : "with",
        think.asked());
  }

  /** In percent of {@code expected}; less than a tenth of a millisecond is no deviation. */
  private static double deviation(double actual, double expected) {
    double difference = Math.abs(actual - expected);
    if (difference < 1e-4) {
      return 0;
    }
    return expected == 0 ? 100 : 100 * difference / expected;
  }

  private void lateness() {
    double cycle = 1e3 * (figures.responseSeconds() + figures.think().planned());
    double allowed = Math.max(LATENESS_OF_BOUND * bound.millis(), LATENESS_OF_CYCLE * cycle);
    add(
        "lateness",
        Check.Kind.VALIDITY,
        figures.latenessMillis() <= allowed,
        "the driver was late by %.2f ms at p99 (allowed %.2f ms)",
        figures.latenessMillis(),
        allowed);
  }

  private void driverCpu() {
    add(
        "driver-cpu",
        Check.Kind.VALIDITY,
        figures.driverCpuShare() < CPU_SHARE && figures.busiestThreadShare() < THREAD_SHARE,
        "%s used %.1f %% of %d cores (allowed below %.0f %%), the busiest thread %.1f %% of one"
            + " (allowed below %.0f %%): more, and it measures itself",
        figures.crew().isAlone() ? "the driver" : String.join(" and ", figures.crew().busiest()),
        100 * figures.driverCpuShare(),
        figures.cores(),
        100 * CPU_SHARE,
        100 * figures.busiestThreadShare(),
        100 * THREAD_SHARE);
  }

  private void fairness() {
    Fairness fairness = figures.fairness();
    add(
        "fairness",
        Check.Kind.VALIDITY,
        fairness.jain() >= fairness.leastJain()
            && fairness.fewestAnswers() >= fairness.leastAnswers(),
        "Jain's index of answers per user %.3f (at least %.3f); the user with the fewest had %d of"
            + " %.1f on average (at least %.1f), the slowest waited %.1f ms on average",
        fairness.jain(),
        fairness.leastJain(),
        fairness.fewestAnswers(),
        fairness.meanAnswers(),
        fairness.leastAnswers(),
        1e3 * fairness.slowestUserSeconds());
  }

  /** Only where the bound held for most: else that is what there is to tell. */
  private void slowestUser() {
    Fairness fairness = figures.fairness();
    boolean missed = figures.boundedMillis() > bound.millis();
    double chance =
        fairness.mostUsualSeconds(figures.due().meanSeconds(), figures.due().deviationSeconds());
    double allowed = Math.max(bound.millis() / 1e3, chance);
    add(
        "slowest-user",
        Check.Kind.VALIDITY,
        missed || fairness.usualSeconds() <= allowed,
        "but for its slowest answer, no user waited longer than %.1f ms on average, for %d answers"
            + " (allowed %.1f ms)",
        1e3 * fairness.usualSeconds(),
        fairness.usualAnswers(),
        1e3 * allowed);
  }

  private void stall() {
    // Each process sees only the answers to its own users.
    double rate = figures.requestsPerSecond() / figures.crew().processes();
    double allowed =
        figures.pauseInStepSeconds()
            + (rate > 0 ? Math.max(LEAST_STALL_SECONDS, STALL_GAPS / rate) : LEAST_STALL_SECONDS);
    add(
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
    add(
        "open-at-steady-end",
        Check.Kind.VALIDITY,
        open.oldestSeconds() <= allowed,
        "%d requests open at the end of the steady state, the oldest for %.2f s (allowed %.2f s)",
        open.count(),
        open.oldestSeconds(),
        allowed);
  }

  private void openAtTheEnd() {
    StageFigures.Open open = figures.atTheEnd();
    add(
        "open-at-the-end",
        Check.Kind.VALIDITY,
        open.count() == 0,
        "%d requests still open after the ramp-down, the oldest for %.2f s",
        open.count(),
        open.oldestSeconds());
  }

  private void serverCount() {
    StageFigures.ServerCount server = figures.server();
    if (server == null) {
      return;
    }
    add(
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
    add(
        "bound",
        Check.Kind.BOUND,
        figures.answers() > 0 && figures.boundedMillis() <= bound.millis(),
        "%s %.3f s from due to answer (bound %.3f s)",
        bound.label(),
        figures.boundedMillis() / 1e3,
        bound.millis() / 1e3);
  }

  private void add(
      String name, Check.Kind kind, boolean passed, String words, Object... arguments) {
    checks.add(new Check(name, kind, passed, String.format(Locale.ROOT, words, arguments)));
  }
}
