// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.capacity.CapacityResult;
import org.holdfast.drill.capacity.LimitingFactor;
import org.holdfast.drill.jvm.RunningJvm;
import org.jspecify.annotations.Nullable;

/**
 * Searches the capacity of each contender: one stage of each in turn, so that what the machine does
 * meanwhile hits all alike. Then looks closer at what failed, and kills nodes at the load found.
 * Further rounds search again, with new nodes, for how far capacities differ from start to start.
 * Runs on one thread, which may be interrupted to stop it; every node is stopped in any case.
 */
final class CapacityRun {
  private static final ThreadLook.Seen NO_PROCESS =
      new ThreadLook.Seen(
          "not looked at, as no node's process is known here that is a JVM and may be attached to",
          List.of());

  private final CapacityPlan plan;
  private final List<Contender> contenders;
  private final Starter starter;
  private final StageRunner runner;
  private final Progress progress;
  private final Duration beforeLoss;

  /** Of the first round, of which all is told. */
  private final List<Campaign> campaigns = new ArrayList<>();

  /** Of a further round, while it is under way; by contender, as the outcomes are. */
  private final List<Campaign> again = new ArrayList<>();

  private final List<Outcome> outcomes = new ArrayList<>();

  /** Brings a contender's nodes up. */
  interface Starter {
    /**
     * @param round from 1 on
     */
    Servers start(Contender contender, int round) throws IOException, InterruptedException;
  }

  CapacityRun(
      CapacityPlan plan,
      List<Contender> contenders,
      Starter starter,
      StageRunner runner,
      Progress progress) {
    this(plan, contenders, starter, runner, progress, LossTrial.BEFORE);
  }

  /**
   * @param beforeLoss how long a stage is steady before nodes are killed in it
   */
  CapacityRun(
      CapacityPlan plan,
      List<Contender> contenders,
      Starter starter,
      StageRunner runner,
      Progress progress,
      Duration beforeLoss) {
    this.beforeLoss = beforeLoss;
    this.plan = plan;
    this.contenders = List.copyOf(contenders);
    this.starter = starter;
    this.runner = runner;
    this.progress = progress;
  }

  /**
   * Runs to the end.
   *
   * @throws org.holdfast.drill.cluster.ClusterStartException if a cluster does not come up
   * @throws IOException if the driver cannot work, or a node does not answer for itself
   */
  List<Outcome> run() throws IOException, InterruptedException {
    try {
      progress.round(1);
      search(campaigns, 1);
      for (Campaign campaign : campaigns) {
        outcomes.add(conclude(campaign));
      }
    } finally {
      campaigns.forEach(campaign -> campaign.servers().close());
    }
    for (int round = 2; round <= plan.rounds(); round++) {
      progress.round(round);
      searchAgain(round);
    }
    return List.copyOf(outcomes);
  }

  /** Nodes started anew differ from those before: by their heap, and by what was compiled when. */
  private void searchAgain(int round) throws IOException, InterruptedException {
    try {
      search(again, round);
    } finally {
      again.forEach(campaign -> campaign.servers().close());
    }
    for (int i = 0; i < again.size(); i++) {
      Campaign campaign = again.get(i);
      progress.step(campaign.contender().name() + ": " + campaign.result().reason());
      outcomes.set(i, outcomes.get(i).with(search(campaign)));
    }
    again.clear();
  }

  private static Outcome.Search search(Campaign campaign) {
    return new Outcome.Search(campaign.result(), campaign.stages());
  }

  /**
   * What there is of a run that did not come to its end, so that hours of stages are not lost with
   * its last. Searches that went on are stopped by this.
   *
   * @param why it did not, for people
   * @return empty if there is nothing
   */
  List<Outcome> soFar(String why) {
    List<Outcome> all = new ArrayList<>(outcomes);
    for (int i = 0; i < again.size(); i++) {
      Campaign campaign = again.get(i);
      if (!campaign.stages().isEmpty()) {
        if (!campaign.isDone()) {
          campaign.stop(
              why + " in a further search, after " + campaign.stages().size() + " stages");
        }
        all.set(i, all.get(i).with(search(campaign)));
      }
    }
    for (Campaign campaign : campaigns.subList(outcomes.size(), campaigns.size())) {
      if (!campaign.stages().isEmpty()) {
        campaign.stop(
            why
                + (campaign.isDone()
                    ? ", after the search had ended: " + campaign.result().reason()
                    : " in the search, after " + campaign.stages().size() + " stages"));
        all.add(outcome(campaign, campaign.result(), null, ThreadLook.Seen.NOTHING, null));
      }
    }
    return all;
  }

  /**
   * @param campaigns empty; those of all contenders, as they come up
   */
  private void search(List<Campaign> campaigns, int round)
      throws IOException, InterruptedException {
    for (Contender contender : contenders) {
      progress.step("starting " + contender.nodes() + " nodes of " + contender.name());
      Servers servers = starter.start(contender, round);
      campaigns.add(
          new Campaign(contender, plan, servers, new StageMeter(plan, round, servers, runner)));
      progress.step(servers.cpuWords());
    }
    for (Campaign campaign : campaigns) {
      progress.warm(campaigns, campaign);
      campaign.warm(progress::line);
    }
    for (int turn = round - 1;
        campaigns.stream().anyMatch(campaign -> !campaign.isDone());
        turn++) {
      for (int i = 0; i < campaigns.size(); i++) {
        // Each is now the first and now the last of a turn, and of the first turn of a round.
        Campaign campaign = campaigns.get((i + turn) % campaigns.size());
        if (!campaign.isDone()) {
          progress.stage(campaigns, campaign);
          MeasuredStage stage = campaign.step(progress::line);
          if (stage == null) {
            progress.step("  failed: " + campaign.result().reason());
          } else {
            progress.result(stage, plan.goal());
          }
        }
      }
    }
  }

  private Outcome conclude(Campaign campaign) throws IOException, InterruptedException {
    CapacityResult result = campaign.result();
    progress.step(campaign.contender().name() + ": " + result.reason());
    Integer failing = result.failing();
    MeasuredStage closer = null;
    ThreadLook.Seen seen;
    String ended = null;
    Map<String, RunningJvm> jvms = jvms(campaign.servers());
    if (failing == null || result.outcome() == CapacityResult.Outcome.NODE_ENDED) {
      seen = ThreadLook.Seen.NOTHING;
    } else if (jvms.isEmpty()) {
      seen = NO_PROCESS;
    } else {
      progress.last(campaign.contender().name() + ": a closer look at " + failing + " users");
      ThreadLook look = new ThreadLook(jvms, plan.times().steady());
      try {
        closer =
            campaign.meter().measure(failing, "closer look", plan.times(), progress::line, look);
      } catch (NodeEndedException e) {
        ended = e.words() + " in the closer look at " + failing + " users";
        look.trouble(ended);
      }
      seen = look.seen();
    }
    Outcome.Loss loss = new NodeLoss(plan, campaign, progress, beforeLoss).of(result, ended);
    return outcome(campaign, result, closer, seen, loss);
  }

  private Outcome outcome(
      Campaign campaign,
      CapacityResult result,
      @Nullable MeasuredStage closer,
      ThreadLook.Seen seen,
      Outcome.@Nullable Loss loss) {
    Servers.Server node = campaign.servers().nodes().get(0);
    return new Outcome(
        campaign.contender(),
        node.meter().cores(),
        campaign.servers().cpuWords(),
        result,
        campaign.stages(),
        LimitingFactor.of(plan.goal(), result.withThreads(seen.summary())),
        closer,
        seen,
        loss,
        List.of());
  }

  static Map<String, RunningJvm> jvms(Servers servers) {
    Map<String, RunningJvm> jvms = new LinkedHashMap<>();
    for (Servers.Server node : servers.nodes()) {
      RunningJvm jvm = node.jvm();
      if (jvm != null) {
        jvms.put(node.target().name(), jvm);
      }
    }
    return jvms;
  }
}
