// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.count;
import static org.holdfast.drill.capacity.Figures.format;
import static org.holdfast.drill.capacity.Figures.percent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.drill.capacity.CapacityResult.Outcome;
import org.holdfast.drill.capacity.SearchStep.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Finds how many users keep a {@link CapacityGoal}: grows until a stage fails, bisects, confirms.
 *
 * <p>A state machine: {@link #next} says what to run, {@link #take} is told how it went, until next
 * says that it is done. That is after at most {@link #mostStagesLeft} stages, whatever they answer.
 *
 * <p>Measurements are noisy, so that a number of users may pass and fail. One that passed counts
 * until it fails a confirmation; one that failed counts until it passes twice in a row when it is
 * checked again, at the end and only once. Both are reversals, of which a plan allows a few, and
 * every such number is reported. No stage is run with more users than the lowest number that counts
 * as failing.
 *
 * <p>Not thread-safe. Cost per stage: the number of stages before it, at most.
 */
public final class CapacitySearch {

  /** The results of one number of users; it fails if the last of them that decided did. */
  private static final class Runs {
    int passes;
    int failures;
    int passesInARow;
    boolean failing;

    void add(boolean passed) {
      passes += passed ? 1 : 0;
      failures += passed ? 0 : 1;
      passesInARow = passed ? passesInARow + 1 : 0;
    }

    /** Failed once, and never passed before that: the second look may still clear it. */
    boolean doubtful() {
      return failures == 1 && passes == passesInARow && passes < 2;
    }
  }

  private final SearchPlan plan;
  private final CapacityGoal goal;
  private final int mostStages;
  private final List<StageResult> stages = new ArrayList<>();
  private final TreeMap<Integer, Runs> runs = new TreeMap<>();
  private SearchStep step;
  private int invalidInARow;
  private int reversals;

  /** Begins with the users that the plan starts with. */
  public CapacitySearch(SearchPlan plan, CapacityGoal goal) {
    this.plan = plan;
    this.goal = goal;
    this.mostStages = plan.mostStages();
    this.step = new SearchStep.Try(plan.startUsers(), Purpose.GROW);
  }

  /** The stage to run, or the result; the same until a stage is taken. */
  public SearchStep next() {
    return step;
  }

  /**
   * Takes the result of the stage that {@link #next} asked for.
   *
   * @throws IllegalStateException if the search has ended
   * @throws IllegalArgumentException if the stage was run with another number of users
   */
  public void take(StageResult stage) {
    if (!(step instanceof SearchStep.Try asked)) {
      throw new IllegalStateException(
          format("the search ended after %d stages; it takes no more", stages.size()));
    }
    if (stage.users() != asked.users()) {
      throw new IllegalArgumentException(
          format("a stage with %,d users was asked for, not %,d", asked.users(), stage.users()));
    }
    stages.add(stage);
    if (stage.valid()) {
      invalidInARow = 0;
      judge(asked, goal.misses(stage).isEmpty());
    } else if (++invalidInARow >= plan.runsOfAStage()) {
      end(
          Outcome.INVALID,
          format(
              "the stage with %,d users was invalid %d times in a row, the last time because %s",
              stage.users(), invalidInARow, String.join("; ", stage.invalidReasons())));
    }
    if (stages.size() >= mostStages && !(step instanceof SearchStep.Done)) {
      end(Outcome.OUT_OF_STAGES, format("not settled after %d stages", stages.size()));
    }
  }

  /**
   * Ends the search as nodes ended in the stage that {@link #next} asked for: that number of users
   * is not sustained, and nothing more can be tried.
   *
   * @param what for example "node-2 ended"
   * @throws IllegalStateException if the search has ended
   */
  public void nodeEnded(String what) {
    if (!(step instanceof SearchStep.Try asked)) {
      throw new IllegalStateException(
          format("the search ended after %d stages; no node ends in another", stages.size()));
    }
    runsOf(asked.users()).failing = true;
    int passing = passing();
    end(
        Outcome.NODE_ENDED,
        format(
            "%s in the stage with %,d users, %s",
            what,
            asked.users(),
            passing == 0 ? "and no fewer had passed" : format("after %,d had passed", passing)),
        List.of(what));
  }

  /**
   * Ends the search from outside, whether it has ended or not: what was found until then is kept,
   * and not confirmed.
   */
  public void stop(Outcome outcome, String reason) {
    end(outcome, reason);
  }

  /** Stages to come, at most, invalid ones included; 0 once the search has ended. */
  public int mostStagesLeft() {
    return step instanceof SearchStep.Done ? 0 : mostStages - stages.size();
  }

  /**
   * Stages to come if each is valid, none contradicts another and, while nothing has failed, the
   * next does: what an estimate of the remaining time goes by. Never more than {@link
   * #mostStagesLeft}.
   */
  public int likelyStagesLeft() {
    if (!(step instanceof SearchStep.Try asked)) {
      return 0;
    }
    int passing = passing();
    Integer failing = failing();
    int confirmations = plan.confirmations();
    int recheck = confirmations > 0 ? 1 : 0;
    int left =
        switch (asked.purpose()) {
          case GROW, SHRINK ->
              1
                  + plan.bisections(
                      passing > 0 ? passing : Math.max(1, asked.users() / 2), asked.users())
                  + confirmations
                  + recheck;
          case BISECT ->
              plan.bisections(passing, failing == null ? asked.users() : failing)
                  + confirmations
                  + recheck;
          case CONFIRM -> 1 + confirmations - runsOf(passing).passesInARow + recheck;
          case RECHECK -> 1;
        };
    return Math.max(1, Math.min(left, mostStagesLeft()));
  }

  private void judge(SearchStep.Try asked, boolean passed) {
    Runs seen = runsOf(asked.users());
    seen.add(passed);
    switch (asked.purpose()) {
      case GROW, SHRINK, BISECT -> seen.failing = !passed;
      case CONFIRM -> {
        if (!passed) {
          seen.failing = true;
          reversals++;
        }
      }
      case RECHECK -> {
        if (seen.passesInARow == 2) {
          seen.failing = false;
          reversals++;
        }
      }
    }
    if (reversals > plan.reversals()) {
      end(
          Outcome.UNSTABLE,
          format(
              "%d numbers of users were taken back, %d may be: the measurements contradict each"
                  + " other",
              reversals, plan.reversals()));
    } else {
      advance();
    }
  }

  private void advance() {
    int passing = passing();
    Integer failing = failing();
    if (failing == null) {
      if (passing < plan.mostUsers()) {
        step = new SearchStep.Try(plan.grown(passing), Purpose.GROW);
      } else {
        confirm(passing, null);
      }
    } else if (passing > 0) {
      if (plan.narrow(passing, failing)) {
        confirm(passing, failing);
      } else {
        step = new SearchStep.Try(passing + (failing - passing) / 2, Purpose.BISECT);
      }
    } else if (failing > plan.leastUsers()) {
      step = new SearchStep.Try(Math.max(plan.leastUsers(), failing / 2), Purpose.SHRINK);
    } else {
      end(
          Outcome.NONE,
          failing == 1
              ? "not even 1 user is sustained"
              : format("not even %,d users, the fewest allowed, are sustained", failing));
    }
  }

  private void confirm(int passing, @Nullable Integer failing) {
    if (runsOf(passing).passesInARow <= plan.confirmations()) {
      step = new SearchStep.Try(passing, Purpose.CONFIRM);
    } else if (failing == null) {
      end(
          Outcome.AT_LEAST,
          format(
              "at least %,d users, the most allowed (--most-users and --workers raise that, a"
                  + " shorter --think makes them ask more), passed %s",
              passing, times(runsOf(passing).passesInARow)));
    } else if (plan.confirmations() > 0 && runsOf(failing).doubtful()) {
      step = new SearchStep.Try(failing, Purpose.RECHECK);
    } else {
      end(
          Outcome.FOUND,
          format(
              "between %,d users, which passed %s, and %,d, which failed: %s apart",
              passing,
              times(runsOf(passing).passesInARow),
              failing,
              percent((failing - passing) / (double) passing)));
    }
  }

  private void end(Outcome outcome, String reason) {
    end(outcome, reason, limits(failing()));
  }

  private void end(Outcome outcome, String reason, List<String> limits) {
    step =
        new SearchStep.Done(
            new CapacityResult(
                outcome, passing(), failing(), reason, limits, contradictions(), stages));
  }

  /** What the last failing run with {@code failing} users did not keep. */
  private List<String> limits(@Nullable Integer failing) {
    List<String> limits = List.of();
    for (StageResult stage : stages) {
      if (failing != null && stage.valid() && stage.users() == failing) {
        List<String> misses = goal.misses(stage);
        limits = misses.isEmpty() ? limits : misses;
      }
    }
    return limits;
  }

  private List<String> contradictions() {
    List<String> contradictions = new ArrayList<>();
    runs.forEach(
        (users, seen) -> {
          if (seen.passes > 0 && seen.failures > 0) {
            contradictions.add(
                format(
                    "%s users passed %s and failed %s",
                    count(users), times(seen.passes), times(seen.failures)));
          }
        });
    return contradictions;
  }

  private static String times(int times) {
    return times == 1 ? "once" : times == 2 ? "twice" : times + " times";
  }

  private Runs runsOf(int users) {
    return runs.computeIfAbsent(users, any -> new Runs());
  }

  private @Nullable Integer failing() {
    for (Map.Entry<Integer, Runs> entry : runs.entrySet()) {
      if (entry.getValue().failing) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** The highest that counts as passing below the lowest that counts as failing, 0 if none does. */
  private int passing() {
    int passing = 0;
    for (Map.Entry<Integer, Runs> entry : runs.entrySet()) {
      if (entry.getValue().failing) {
        break;
      }
      passing = entry.getKey();
    }
    return passing;
  }
}
