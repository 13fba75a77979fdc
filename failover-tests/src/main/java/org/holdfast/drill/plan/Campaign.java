// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.holdfast.drill.capacity.CapacityResult;
import org.holdfast.drill.capacity.CapacitySearch;
import org.holdfast.drill.capacity.SearchPlan;
import org.holdfast.drill.capacity.SearchStep;
import org.holdfast.drill.usage.NodeUse;
import org.jspecify.annotations.Nullable;

/** The search of one contender, stage by stage. */
final class Campaign {
  /** A first stage below the users that the discarded stage suggests, so that it mostly passes. */
  private static final double FIRST_SHARE = 0.7;

  /** Users of the first stage where users do not think, or nothing suggests a number. */
  private static final int FIRST_USERS = 8;

  private final Contender contender;
  private final CapacityPlan plan;
  private final Servers servers;
  private final StageMeter meter;
  private final List<MeasuredStage> stages = new ArrayList<>();
  private CapacitySearch search;

  Campaign(Contender contender, CapacityPlan plan, Servers servers, StageMeter meter) {
    this.contender = contender;
    this.plan = plan;
    this.servers = servers;
    this.meter = meter;
    this.search = searchFrom(plan.users() > 0 ? plan.users() : FIRST_USERS);
  }

  private CapacitySearch searchFrom(int users) {
    // Each worker needs a user.
    int least = plan.workers();
    int first = Math.max(least, Math.min(users, plan.mostUsers()));
    return new CapacitySearch(SearchPlan.of(least, first, plan.mostUsers()), plan.goal());
  }

  /**
   * Has the nodes' code compiled, and takes from it with how many users to begin. Ends the search
   * if a node does not live through it.
   */
  void warm(Consumer<String> progress) throws IOException, InterruptedException {
    if (plan.warm().isZero()) {
      return;
    }
    try {
      MeasuredStage stage = meter.warm(progress);
      if (plan.users() == 0) {
        search = searchFrom(suggested(stage, plan));
      }
    } catch (NodeEndedException e) {
      search.stop(CapacityResult.Outcome.NODE_ENDED, e.words() + " in the stage that is discarded");
    }
  }

  /**
   * Users that CPU would allow, by what a request cost in the discarded stage, with some room; the
   * search corrects it.
   */
  static int suggested(MeasuredStage warm, CapacityPlan plan) {
    double share = 0;
    for (NodeUse node : warm.use()) {
      Double used = node.cpuShare();
      share = Math.max(share, used == null ? 0 : used);
    }
    double thinkSeconds = plan.thinkTime().mean().toNanos() / 1e9;
    double requests = warm.report().result().requestsPerSecond();
    if (share <= 0 || requests <= 0 || thinkSeconds <= 0) {
      return FIRST_USERS;
    }
    double users = FIRST_SHARE * plan.goal().cpuCap() * requests / share * thinkSeconds;
    double scale = Math.pow(10, Math.max(0, Math.floor(Math.log10(users)) - 1));
    return (int) Math.max(1, Math.min(plan.mostUsers(), Math.rint(users / scale) * scale));
  }

  boolean isDone() {
    return search.next() instanceof SearchStep.Done;
  }

  /** What comes next, for people. */
  String nextWords() {
    return search.next() instanceof SearchStep.Try next
        ? String.format(
            Locale.ROOT,
            "stage %d (%s), %,d users",
            stages.size() + 1,
            next.purpose().name().toLowerCase(Locale.ROOT),
            next.users())
        : "done";
  }

  /**
   * Runs the next stage; the last one if a node ends in it.
   *
   * @return null if a node ended, so that there is nothing whole to tell of the stage
   */
  @Nullable MeasuredStage step(Consumer<String> progress) throws IOException, InterruptedException {
    if (!(search.next() instanceof SearchStep.Try next)) {
      throw new IllegalStateException("the search of " + contender.name() + " has ended");
    }
    try {
      MeasuredStage stage =
          meter.measure(next.users(), next.purpose().name().toLowerCase(Locale.ROOT), progress);
      stages.add(stage);
      search.take(stage.result());
      return stage;
    } catch (NodeEndedException e) {
      search.nodeEnded(e.words());
      return null;
    }
  }

  /** Ends the search before its time; what it found until then is kept, unconfirmed. */
  void stop(String reason) {
    search.stop(CapacityResult.Outcome.STOPPED, reason);
  }

  int likelyStagesLeft() {
    return search.likelyStagesLeft();
  }

  int mostStagesLeft() {
    return search.mostStagesLeft();
  }

  CapacityResult result() {
    if (!(search.next() instanceof SearchStep.Done done)) {
      throw new IllegalStateException("the search of " + contender.name() + " has not ended");
    }
    return done.result();
  }

  /** All stages, in the order of {@link CapacityResult#stages}. */
  List<MeasuredStage> stages() {
    return List.copyOf(stages);
  }

  Contender contender() {
    return contender;
  }

  Servers servers() {
    return servers;
  }

  StageMeter meter() {
    return meter;
  }
}
