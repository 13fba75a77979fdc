// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.loadrun.LoadPlan;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.loadrun.StageTimes;
import org.holdfast.drill.stage.Bound;
import org.holdfast.drill.usage.NodeSample;
import org.holdfast.drill.usage.NodeUse;
import org.jspecify.annotations.Nullable;

/** Drives stages against the nodes of one contender, and measures the nodes in the steady state. */
final class StageMeter {
  private static final Duration RETRY_DELAY = Duration.ofMillis(500);

  private static final Duration END_WAIT = Duration.ofSeconds(2);
  private static final Duration END_POLL = Duration.ofMillis(20);

  /** Users of the discarded stage: enough that every node has always something to do. */
  private static final int WARM_USERS = 64;

  /** More than a search has stages. */
  private static final long SEEDS_OF_A_ROUND = 1_000;

  private final CapacityPlan plan;
  private final Servers servers;
  private final StageRunner runner;
  private long seed;

  /**
   * @param round from 1 on; the users of each think and choose in their own way
   */
  StageMeter(CapacityPlan plan, int round, Servers servers, StageRunner runner) {
    this.plan = plan;
    this.servers = servers;
    this.runner = runner;
    this.seed = plan.seed() + (round - 1) * SEEDS_OF_A_ROUND;
  }

  /** What a stage does besides the load, while it is steady. */
  interface During {
    /** The steady state begins; must not block. */
    void begins();

    /** The steady state has ended; must not block. */
    void ends();

    /** Names of the nodes that it has killed, or tried to. */
    default List<String> killed() {
      return List.of();
    }

    During NOTHING =
        new During() {
          @Override
          public void begins() {}

          @Override
          public void ends() {}
        };
  }

  /**
   * The discarded stage, in which nodes and driver get their code compiled: users that do not
   * think.
   */
  MeasuredStage warm(Consumer<String> progress) throws IOException, InterruptedException {
    Duration half = plan.warm().dividedBy(2);
    return run(
        "warm-up, discarded",
        new StageTimes(half, plan.warm().minus(half), Duration.ZERO),
        new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ZERO),
        Math.min(Math.max(WARM_USERS, plan.workers()), plan.mostUsers()),
        false,
        progress,
        During.NOTHING);
  }

  /** One stage of the search. */
  MeasuredStage measure(int users, String purpose, Consumer<String> progress)
      throws IOException, InterruptedException {
    return run(purpose, plan.times(), plan.thinkTime(), users, true, progress, During.NOTHING);
  }

  /** A stage in which something happens; servers are not asked for their counts. */
  MeasuredStage measure(
      int users, String purpose, StageTimes times, Consumer<String> progress, During during)
      throws IOException, InterruptedException {
    return run(purpose, times, plan.thinkTime(), users, false, progress, during);
  }

  private MeasuredStage run(
      String purpose,
      StageTimes times,
      ThinkTime thinkTime,
      int users,
      boolean counted,
      Consumer<String> progress,
      During during)
      throws IOException, InterruptedException {
    MeasuredStage measured;
    try {
      measured = drive(purpose, times, thinkTime, users, counted, progress, during);
    } catch (IOException e) {
      requireNoneEnded(during.killed(), e);
      throw e;
    }
    String silent = StageResults.unreadCount(measured.report());
    if (!silent.isEmpty()) {
      requireNoneEnded(during.killed(), new IOException(silent));
    }
    // Of the discarded stage alone nobody asks the nodes anything afterwards.
    if (!counted && during == During.NOTHING) {
      requireNoneEnded(List.of(), null);
    }
    // What becomes of the others once nodes were killed is what that is to show.
    if (during.killed().isEmpty() && StageResults.refusals(measured.report()) > 0) {
      requireNoneRefuses();
    }
    return measured;
  }

  /** A process ends a little later than its connections do. */
  private void requireNoneEnded(List<String> killed, @Nullable IOException cause)
      throws NodeEndedException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      List<String> ended = new ArrayList<>(servers.ended());
      ended.removeAll(killed);
      if (!ended.isEmpty()) {
        throw new NodeEndedException(ended, cause);
      }
      if (cause == null || System.nanoTime() - start > END_WAIT.toNanos()) {
        return;
      }
      Thread.sleep(END_POLL.toMillis());
    }
  }

  private void requireNoneRefuses() throws NodeEndedException {
    List<String> refusing = servers.refusing();
    if (!refusing.isEmpty()) {
      throw NodeEndedException.refusing(refusing);
    }
  }

  private MeasuredStage drive(
      String purpose,
      StageTimes times,
      ThinkTime thinkTime,
      int users,
      boolean counted,
      Consumer<String> progress,
      During during)
      throws IOException, InterruptedException {
    servers.endSessions();
    List<Target> targets = servers.nodes().stream().map(Servers.Server::target).toList();
    List<NodeSample> before = new ArrayList<>();
    List<NodeSample> after = new ArrayList<>();
    CapacityGoal goal = plan.goal();
    LoadPlan load =
        new LoadPlan(
            new CrowdPlan(
                    users,
                    plan.pages(),
                    thinkTime,
                    ThinkFrom.RESPONSE,
                    0,
                    plan.timeout(),
                    RETRY_DELAY,
                    plan.sessionCookie(),
                    seed++)
                .following(plan.followCounters()),
            targets,
            times,
            plan.maxWarmUp(),
            new Bound(goal.percentile(), goal.bound().toNanos() / 1e6, plan.maxErrorPercent()),
            counted ? servers.countUrls() : List.of(),
            plan.workers());
    LoadReport report =
        runner.run(
            load,
            progress,
            phase -> {
              if (phase.equals("steady")) {
                sample(before);
                during.begins();
              } else if (phase.equals("ramp-down")) {
                during.ends();
                sample(after);
              }
            });
    List<NodeUse> use = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      use.add(servers.nodes().get(i).meter().between(before.get(i), after.get(i)));
    }
    return new MeasuredStage(purpose, report, use, StageResults.of(users, report, use, goal));
  }

  private void sample(List<NodeSample> samples) {
    servers.nodes().forEach(node -> samples.add(node.meter().sample()));
  }
}
