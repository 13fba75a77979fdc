// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.loadrun.StageTimes;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.run.AckMode;
import org.holdfast.drill.run.Scope;

/** Runs of the planner against simulated nodes. */
final class Simulations {
  static final CapacityReport.Environment SOMEWHERE =
      new CapacityReport.Environment(
          "holdfast 0.1.0, Java 17.0.15",
          "17.0.15",
          "Linux amd64",
          "a CPU",
          4,
          "abc1234",
          "2026-11-23T20:00:00Z");

  private Simulations() {}

  /** p90 within 800 ms, think time 1 s, 20 s of steady state. */
  static CapacityPlan plan(double cpuCap, int survive, int mostUsers) {
    return plan(cpuCap, survive, mostUsers, 1);
  }

  static CapacityPlan plan(double cpuCap, int survive, int mostUsers, int workers) {
    return plan(
        cpuCap,
        survive,
        mostUsers,
        workers,
        new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofSeconds(1)));
  }

  static CapacityPlan plan(
      double cpuCap, int survive, int mostUsers, int workers, ThinkTime thinkTime) {
    return plan(
        new CapacityGoal(Duration.ofMillis(800), 90, cpuCap),
        survive,
        mostUsers,
        workers,
        thinkTime);
  }

  static CapacityPlan plan(
      CapacityGoal goal, int survive, int mostUsers, int workers, ThinkTime thinkTime) {
    return plan(goal, survive, mostUsers, workers, thinkTime, 1);
  }

  /** No loss of a node, a cap of 45 %. */
  static CapacityPlan rounds(int rounds, int mostUsers) {
    return plan(
        new CapacityGoal(Duration.ofMillis(800), 90, 0.45),
        0,
        mostUsers,
        1,
        new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofSeconds(1)),
        rounds);
  }

  private static CapacityPlan plan(
      CapacityGoal goal, int survive, int mostUsers, int workers, ThinkTime thinkTime, int rounds) {
    return new CapacityPlan(
        "hello-sessions",
        List.of(new Page("/hello-sessions", RequestBody.NONE, 1)),
        thinkTime,
        goal,
        0,
        mostUsers,
        new StageTimes(Duration.ZERO, Duration.ofSeconds(20), Duration.ZERO),
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        survive,
        0.9,
        0,
        Duration.ofSeconds(10),
        "JSESSIONID",
        FollowCounters.AUTO,
        rounds,
        workers,
        List.of(),
        false,
        1);
  }

  static Contender contender(String name, int nodes) {
    return new Contender(
        name, nodes, Manager.parse("--manager", name), Scope.MODIFIED_ATTRIBUTE, AckMode.SYNC);
  }

  static CapacityReport report(CapacityPlan plan, SimulatedNodes nodes) throws Exception {
    return CapacityReports.of(
        plan,
        run(
            plan,
            List.of(contender("holdfast", nodes.nodes().size())),
            List.of(nodes),
            new ArrayList<>()),
        "holdfast capacity --nodes 2",
        SOMEWHERE);
  }

  static List<Outcome> run(
      CapacityPlan plan, List<Contender> contenders, List<SimulatedNodes> nodes, List<String> said)
      throws IOException, InterruptedException {
    return prepared(plan, contenders, nodes, said).run();
  }

  /** A comparison of Holdfast with no replication. */
  static CapacityReport compared(
      CapacityPlan plan, SimulatedNodes first, SimulatedNodes second, List<String> said)
      throws IOException, InterruptedException {
    return CapacityReports.of(
        plan,
        run(
            plan,
            List.of(contender("holdfast", 2), contender("none", 2)),
            List.of(first, second),
            said),
        "holdfast capacity --compare holdfast,none",
        SOMEWHERE);
  }

  /** A run that has not begun. */
  static CapacityRun prepared(
      CapacityPlan plan,
      List<Contender> contenders,
      List<SimulatedNodes> nodes,
      List<String> said) {
    List<SimulatedNodes> left = new ArrayList<>(nodes);
    List<SimulatedNodes> driven = new ArrayList<>(nodes);
    return new CapacityRun(
        plan,
        contenders,
        (contender, round) -> left.remove(0),
        (load, progress, phases) -> {
          SimulatedNodes now =
              driven.stream()
                  .filter(each -> each.nodes().get(0).target().equals(load.targets().get(0)))
                  .findFirst()
                  .orElseThrow();
          return now.run(load, progress, phases);
        },
        new Progress(said::add, plan, () -> driven.stream().mapToLong(SimulatedNodes::nanos).sum()),
        Duration.ofMillis(1));
  }
}
