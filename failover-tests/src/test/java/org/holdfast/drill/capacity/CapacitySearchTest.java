// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.holdfast.drill.capacity.CapacityResult.Outcome;
import org.holdfast.drill.capacity.SearchStep.Done;
import org.holdfast.drill.capacity.SearchStep.Purpose;
import org.holdfast.drill.capacity.SearchStep.Try;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
  private static final CapacityGoal GOAL = new CapacityGoal(Duration.ofMillis(800), 90, 0.6);

  private final List<String> asked = new ArrayList<>();

  @Test
  void growsBisectsConfirmsAndChecksWhatFailed() {
    CapacityResult result = search(doubling(100, 10_000), users -> users <= 715);

    assertThat(asked)
        .containsExactly(
            "GROW 100",
            "GROW 200",
            "GROW 400",
            "GROW 800",
            "BISECT 600",
            "BISECT 700",
            "BISECT 750",
            "BISECT 725",
            "CONFIRM 700",
            "CONFIRM 700",
            "RECHECK 725");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.confirmed()).isTrue();
    assertThat(result.sustained()).isEqualTo(700);
    assertThat(result.failing()).isEqualTo(725);
    assertThat(result.reason())
        .isEqualTo("between 700 users, which passed 3 times, and 725, which failed: 3.6 % apart");
    assertThat(result.limits()).containsExactly("p90 0.900 s over the bound of 0.800 s");
    assertThat(result.contradictions()).isEmpty();
    assertThat(result.runsAtCapacity(GOAL)).hasSize(3);
    assertThat(result.stages()).hasSize(11);
  }

  @Test
  void halvesUntilAStagePasses_whenTheFirstOneFails() {
    CapacityResult result = search(doubling(1_000, 10_000), users -> users <= 130);

    assertThat(asked)
        .startsWith("GROW 1000", "SHRINK 500", "SHRINK 250", "SHRINK 125", "BISECT 187");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.sustained()).isBetween(124, 130);
  }

  @Test
  void saysThatNobodyIsSustained_whenOneUserFails() {
    CapacityResult result = search(doubling(6, 10), users -> false);

    assertThat(asked).containsExactly("GROW 6", "SHRINK 3", "SHRINK 1");
    assertThat(result.outcome()).isEqualTo(Outcome.NONE);
    assertThat(result.sustained()).isZero();
    assertThat(result.failing()).isEqualTo(1);
    assertThat(result.reason()).isEqualTo("not even 1 user is sustained");
    assertThat(result.confirmed()).isFalse();
  }

  @Test
  void saysAtLeast_whenTheMostUsersAllowedPass() {
    CapacityResult result = search(doubling(100, 250), users -> true);

    assertThat(asked)
        .containsExactly("GROW 100", "GROW 200", "GROW 250", "CONFIRM 250", "CONFIRM 250");
    assertThat(result.outcome()).isEqualTo(Outcome.AT_LEAST);
    assertThat(result.sustained()).isEqualTo(250);
    assertThat(result.failing()).isNull();
    assertThat(result.reason())
        .startsWith("at least 250 users, the most allowed (--most-users and --workers raise that")
        .endsWith(", passed 3 times");
    assertThat(result.confirmed()).isTrue();
  }

  @Test
  void runsAnInvalidStageAgain() {
    CapacitySearch search = new CapacitySearch(doubling(100, 1_000), GOAL);
    search.take(StageResult.invalid(100, List.of("think time 3 % off")));
    search.take(StageResult.invalid(100, List.of("think time 2 % off")));

    assertThat(search.next()).isEqualTo(new Try(100, Purpose.GROW));
    search.take(stage(100, true));
    assertThat(search.next()).isEqualTo(new Try(200, Purpose.GROW));
    // The count begins anew with a valid stage.
    search.take(StageResult.invalid(200, List.of("stalled")));
    search.take(StageResult.invalid(200, List.of("stalled")));
    assertThat(search.next()).isEqualTo(new Try(200, Purpose.GROW));
  }

  @Test
  void endsWithTheReason_whenAStageStaysInvalid() {
    CapacitySearch search = new CapacitySearch(doubling(100, 1_000), GOAL);
    search.take(stage(100, true));
    for (int i = 0; i < 3; i++) {
      search.take(StageResult.invalid(200, List.of("driver CPU at 71 %", "think time 3 % off")));
    }

    CapacityResult result = result(search);
    assertThat(result.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(result.confirmed()).isFalse();
    assertThat(result.sustained()).isEqualTo(100);
    assertThat(result.reason())
        .isEqualTo(
            "the stage with 200 users was invalid 3 times in a row, the last time because driver"
                + " CPU at 71 %; think time 3 % off");
    assertThat(search.mostStagesLeft()).isZero();
    assertThat(search.likelyStagesLeft()).isZero();
  }

  @Test
  void lowersTheIntervalAndGoesOn_whenAConfirmationFails() {
    CapacityResult result =
        search(doubling(100, 10_000), users -> users <= 715, Map.of(700, deque(true, true, false)));

    assertThat(asked)
        .containsSubsequence(
            "CONFIRM 700", "CONFIRM 700", "BISECT 650", "BISECT 675", "CONFIRM 675", "CONFIRM 675");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.sustained()).isEqualTo(675);
    assertThat(result.failing()).isEqualTo(700);
    assertThat(result.contradictions()).containsExactly("700 users passed twice and failed once");
  }

  @Test
  void takesAFailureBack_whenItPassesTwiceAtTheEnd() {
    CapacityResult result =
        search(doubling(100, 10_000), users -> users <= 715, Map.of(400, deque(false)));

    assertThat(asked)
        .containsSubsequence(
            "GROW 400", "BISECT 300", "RECHECK 400", "RECHECK 400", "GROW 800", "BISECT 600");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.sustained()).isEqualTo(700);
    assertThat(result.contradictions()).containsExactly("400 users passed twice and failed once");
  }

  @Test
  void keepsAFailure_whenItPassesOnlyOnceAtTheEnd() {
    CapacityResult result =
        search(
            doubling(100, 10_000), users -> users <= 715, Map.of(725, deque(false, true, false)));

    assertThat(result.sustained()).isEqualTo(700);
    assertThat(result.failing()).isEqualTo(725);
    assertThat(result.contradictions()).containsExactly("725 users passed once and failed twice");
  }

  @Test
  void givesUp_whenTooManyResultsAreTakenBack() {
    CapacitySearch search = new CapacitySearch(doubling(1_000, 100_000), GOAL);
    while (search.next() instanceof Try step) {
      search.take(stage(step.users(), step.purpose() != Purpose.CONFIRM && step.users() < 1_500));
    }

    CapacityResult result = result(search);
    assertThat(result.outcome()).isEqualTo(Outcome.UNSTABLE);
    assertThat(result.confirmed()).isFalse();
    assertThat(result.reason())
        .isEqualTo(
            "4 numbers of users were taken back, 3 may be: the measurements contradict each other");
    assertThat(result.contradictions()).hasSize(4);
  }

  @Test
  void givesUp_whenItRunsOutOfStages() {
    SearchPlan plan = new SearchPlan(100, 1_000, 2, 0.05, 2, 10, 0);
    CapacitySearch search = new CapacitySearch(plan, GOAL);
    int taken = 0;
    while (search.next() instanceof Try step) {
      boolean valid = taken % 10 == 9;
      search.take(
          valid
              ? stage(step.users(), step.users() <= 715)
              : StageResult.invalid(step.users(), List.of("stalled")));
      taken++;
    }

    assertThat(taken).isEqualTo(plan.mostStages());
    assertThat(result(search).outcome()).isEqualTo(Outcome.OUT_OF_STAGES);
    assertThat(result(search).reason()).isEqualTo("not settled after " + taken + " stages");
  }

  @Test
  void takesTheFirstResults_whenNoConfirmationIsWanted() {
    SearchPlan plan = new SearchPlan(100, 10_000, 2, 0.05, 0, 3, 3);
    CapacityResult result = search(plan, users -> users <= 715);

    assertThat(asked).last().isEqualTo("BISECT 725");
    assertThat(result.sustained()).isEqualTo(700);
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
  }

  @Test
  void estimatesTheStagesLeft() {
    CapacitySearch search = new CapacitySearch(doubling(100, 10_000), GOAL);
    List<Integer> likely = new ArrayList<>();
    while (search.next() instanceof Try step) {
      likely.add(search.likelyStagesLeft());
      search.take(stage(step.users(), step.users() <= 715));
    }

    // While it grows, as if the next stage failed.
    assertThat(likely).containsExactly(9, 9, 9, 9, 8, 6, 5, 4, 3, 2, 1);
  }

  @Test
  void estimatesFromTheLastThatPassed_whenItGrowsFast() {
    CapacitySearch search =
        new CapacitySearch(new SearchPlan(100, 10_000, 10, 0.05, 2, 3, 3), GOAL);
    search.take(stage(100, true));

    // 1,000; 900 users halved eight times; two confirmations; one second look.
    assertThat(search.likelyStagesLeft()).isEqualTo(1 + 8 + 2 + 1);
  }

  @Test
  void refusesAStageThatItDidNotAskFor() {
    CapacitySearch search = new CapacitySearch(doubling(100, 100), GOAL);

    assertThatThrownBy(() -> search.take(stage(99, true)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a stage with 100 users was asked for, not 99");
    for (int i = 0; i < 3; i++) {
      search.take(stage(100, true));
    }
    assertThatThrownBy(() -> search.take(stage(100, true)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the search ended after 3 stages; it takes no more");
  }

  @Test
  void goesNoLowerThanTheLeastUsers() {
    SearchPlan plan = new SearchPlan(64, 100, 1_000, 2, 0.05, 2, 3, 3);

    CapacityResult result = search(plan, users -> false);

    assertThat(asked).containsExactly("GROW 100", "SHRINK 64");
    assertThat(result.outcome()).isEqualTo(Outcome.NONE);
    assertThat(result.reason()).isEqualTo("not even 64 users, the fewest allowed, are sustained");
  }

  @Test
  void ends_whenANodeDoes_andKeepsWhatHadPassed() {
    CapacitySearch search = new CapacitySearch(doubling(100, 10_000), GOAL);
    search.take(stage(100, true));

    search.nodeEnded("node-2 ended");

    CapacityResult result = result(search);
    assertThat(result.outcome()).isEqualTo(Outcome.NODE_ENDED);
    assertThat(result.confirmed()).isFalse();
    assertThat(result.sustained()).isEqualTo(100);
    assertThat(result.failing()).isEqualTo(200);
    assertThat(result.limits()).containsExactly("node-2 ended");
    assertThat(result.reason())
        .isEqualTo("node-2 ended in the stage with 200 users, after 100 had passed");
    assertThatThrownBy(() -> search.nodeEnded("node-1 ended"))
        .hasMessage("the search ended after 1 stages; no node ends in another");
  }

  @Test
  void keepsWhatWasFound_whenItIsStopped_butConfirmsNothing() {
    CapacitySearch search = new CapacitySearch(doubling(100, 100), GOAL);
    for (int i = 0; i < 3; i++) {
      search.take(stage(100, true));
    }
    search.stop(Outcome.STOPPED, "stopped by its user");

    assertThat(result(search).confirmed()).isFalse();
    assertThat(result(search).sustained()).isEqualTo(100);
    assertThat(result(search).reason()).isEqualTo("stopped by its user");
  }

  @Test
  void refusesAPlanThatCannotWork() {
    assertThatThrownBy(() -> SearchPlan.of(0, 100)).hasMessageContaining("at least 1, was 0");
    assertThatThrownBy(() -> SearchPlan.of(100, 99))
        .hasMessage("most users, those at the start being 100, must be at least 100, was 99");
    assertThatThrownBy(() -> new SearchPlan(1, 9, 1, 0.05, 2, 3, 3))
        .hasMessage("growth must be over 1 and at most 10, was 1.0");
    assertThatThrownBy(() -> new SearchPlan(1, 9, 2, 0, 2, 3, 3))
        .hasMessageContaining("precision must be between");
  }

  /** The usual plan but for the growth, so that stages are easy to follow. */
  private static SearchPlan doubling(int startUsers, int mostUsers) {
    return new SearchPlan(startUsers, mostUsers, 2, 0.05, 2, 3, 3);
  }

  private CapacityResult search(SearchPlan plan, IntPredicate passes) {
    return search(plan, passes, Map.of());
  }

  /** What {@code first} holds for a number of users comes before what {@code then} says. */
  private CapacityResult search(
      SearchPlan plan, IntPredicate then, Map<Integer, Deque<Boolean>> first) {
    CapacitySearch search = new CapacitySearch(plan, GOAL);
    while (search.next() instanceof Try step) {
      asked.add(step.purpose() + " " + step.users());
      Deque<Boolean> scripted = first.getOrDefault(step.users(), new ArrayDeque<>());
      search.take(
          stage(
              step.users(), scripted.isEmpty() ? then.test(step.users()) : scripted.removeFirst()));
    }
    return result(search);
  }

  private static Deque<Boolean> deque(Boolean... results) {
    return new ArrayDeque<>(List.of(results));
  }

  private static CapacityResult result(CapacitySearch search) {
    assertThat(search.next()).isInstanceOf(Done.class);
    return ((Done) search.next()).result();
  }

  private static StageResult stage(int users, boolean passes) {
    return Stages.users(users).response(0.1, passes ? 0.2 : 0.9).build();
  }
}
