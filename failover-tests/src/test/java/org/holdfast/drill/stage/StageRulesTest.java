// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check fires where it must, alone, and says why in words. */
class StageRulesTest {
  private static final Bound BOUND = new Bound(90, 800, 0);

  @Test
  void isValid_whenEverythingWasAsAsked() {
    Verdict verdict = judge(figures -> {});

    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.VALID);
    assertThat(verdict.checks()).extracting(Check::name).doesNotHaveDuplicates().hasSize(16);
  }

  @ParameterizedTest(name = "{0}: {3}")
  @MethodSource("spoiled")
  void saysWhy_whenOneThingWasNotAsAsked(
      String check, Verdict.Outcome outcome, Consumer<KnownStage> spoil, String words) {
    Verdict verdict = judge(spoil);

    assertThat(verdict.checks().stream().filter(each -> !each.passed()).map(Check::name))
        .containsExactly(check);
    assertThat(verdict.reasons()).hasSize(1).first().asString().contains(words);
    assertThat(verdict.outcome()).isEqualTo(outcome);
  }

  static Stream<Arguments> spoiled() {
    Verdict.Outcome invalid = Verdict.Outcome.INVALID;
    Verdict.Outcome failed = Verdict.Outcome.FAILED;
    return Stream.of(
        spoil("warm-up", invalid, f -> f.warm = false, "not yet steady"),
        spoil(
            "warm-up",
            invalid,
            f -> {
              f.warm = false;
              f.warmUpAnswers = 2;
            },
            "began: there were 2 answers in 9.0 s of warm-up, and who asks so seldom needs more of it"
                + " (--warm-up-ms)"),
        spoil(
            "littles-law",
            invalid,
            f -> f.answers = 19_480,
            "200 users requested, 194.8 simulated by Little's law X(R+Z), off by 2.60 %"),
        spoil("littles-law", invalid, f -> f.answers = 20_520, "205.2 simulated"),
        spoil(
            "think-time",
            invalid,
            f -> f.measured = 0.9092,
            "think time 0.9092 s of 0.9000 s planned, off by 1.02 % (allowed 1.0 %): the driver ended"
                + " pauses at the wrong time; with 0.9000 s asked for"),
        spoil(
            "think-time",
            invalid,
            f -> f.asked = 0.95,
            "off by 0.00 % (allowed 1.0 %); with 0.9500 s asked for, from which those planned are off"
                + " by 5.26 % (allowed 3.12 %): others were drawn than were asked for"),
        spoil("lateness", invalid, f -> f.lateness = 41, "late by 41.00 ms at p99"),
        spoil("driver-cpu", invalid, f -> f.cpu = 0.5, "used 50.0 % of 2 cores"),
        spoil(
            "driver-cpu",
            invalid,
            f -> {
              f.cores = 0.4;
              f.cpu = 0.5;
            },
            "the driver used 50.0 % of 0.4 cores (allowed below 50 %), the busiest thread"),
        spoil(
            "workers",
            invalid,
            f -> f.crew = new DriverCrew(2, List.of("b left"), List.of("a")),
            "1 of 2 workers drove their users to the end; b left"),
        spoil(
            "driver-cpu",
            invalid,
            f -> {
              f.crew = new DriverCrew(2, List.of(), List.of("a", "b"));
              f.cpu = 0.5;
            },
            "a and b used 50.0 % of 2 cores"),
        spoil(
            "driver-cpu",
            invalid,
            f -> f.thread = 0.8,
            "the busiest thread 80.0 % of what one can use (allowed below 80 %)"),
        spoil(
            "counters",
            invalid,
            f -> f.judged = 0,
            "0 of 30000 answers of the run showed a counter that was followed; 200 began a session,"
                + " 4 replaced one: a lost update could not be seen (--follow-counters none"),
        spoil(
            "counters",
            invalid,
            f -> {
              f.judged = 0;
              f.begun = 0;
              f.otherCookie = "SESSION";
            },
            "a lost update could not be seen; answers set the cookie \"SESSION\" and no answer"
                + " \"JSESSIONID\": if that is the session, say --session-cookie SESSION, else"
                + " --follow-counters none"),
        spoil(
            "connections",
            invalid,
            f -> f.notOpened = 7,
            "7 connections could not be opened by the driver's machine: no port"),
        spoil(
            "slowest-user",
            invalid,
            f -> f.usual = 0.86,
            "no user waited longer than 860.0 ms on average, for 9 answers (allowed 850.0 ms)"),
        spoil("stall", invalid, f -> f.gap = 1.1, "no answer at all for 1.10 s"),
        spoil(
            "open-at-steady-end",
            invalid,
            f -> f.steadyEnd = new StageFigures.Open(3, 1.6),
            "3 requests open at the end of the steady state, the oldest for 1.60 s"),
        spoil(
            "open-at-the-end",
            invalid,
            f -> f.end = new StageFigures.Open(1, 12),
            "1 requests still open after the ramp-down, the oldest for 12.00 s"),
        spoil("server-count", invalid, f -> f.counted = 29_999, "counted 29999 requests"),
        spoil(
            "server-count",
            invalid,
            f -> f.unread = "--count-url x answered 503",
            "what the servers counted could not be read: --count-url x answered 503"),
        spoil("server-count", invalid, f -> f.counted = 30_003, "the driver 30000 answered and 2"),
        spoil(
            "fairness",
            invalid,
            f -> {
              Arrays.fill(f.answersOfUsers, 0, 60, 200);
              Arrays.fill(f.answersOfUsers, 60, 200, 57);
            },
            "Jain's index"),
        spoil(
            "fairness",
            invalid,
            f -> f.answersOfUsers[7] = 30,
            "the user with the fewest had 30 of 99.7 on average"),
        spoil(
            "errors",
            failed,
            f -> f.failures = Map.of("refused", 2L, "lost-in-flight", 1L),
            "3 attempts failed in 20000 requests, 0.015 % (allowed 0.000 %): {lost-in-flight=1, refused=2}"),
        spoil(
            "lost-updates",
            failed,
            f -> f.wrong = 1,
            "1 answers of the run did not contain every update"),
        spoil(
            "bound",
            failed,
            f -> f.bounded = 801,
            "p90 0.801 s from due to answer (bound 0.800 s)"));
  }

  private static Arguments spoil(
      String check, Verdict.Outcome outcome, Consumer<KnownStage> how, String words) {
    return Arguments.of(check, outcome, how, words);
  }

  @Test
  void isValidWithoutAnyCounter_whenThereAreNoSessions_orNoneWasToBeFollowed() {
    assertThat(
            judge(
                    figures -> {
                      figures.judged = 0;
                      figures.begun = 0;
                    })
                .reasons())
        .isEmpty();
    assertThat(
            judge(
                    figures -> {
                      figures.judged = 0;
                      figures.followed = false;
                    })
                .checks())
        .filteredOn(check -> check.name().equals("counters"))
        .allSatisfy(
            check -> {
              assertThat(check.passed()).isTrue();
              assertThat(check.words()).endsWith("; none was to be followed");
            });
    assertThat(
            judge(
                    figures -> {
                      figures.judged = 0;
                      figures.followed = false;
                    })
                .checks())
        .filteredOn(check -> check.name().equals("lost-updates"))
        .singleElement()
        .satisfies(
            check ->
                assertThat(check.words())
                    .endsWith("(0 of 30000 judged: counters were not followed)"));
  }

  @Test
  void saysThatNothingWasCompared_whenNoServerWasAskedForItsCount() {
    Verdict verdict = judge(figures -> figures.isCountAsked = false);

    assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.VALID);
    assertThat(verdict.checks())
        .filteredOn(check -> check.name().equals("server-count"))
        .singleElement()
        .satisfies(
            check -> {
              assertThat(check.passed()).isTrue();
              assertThat(check.words()).startsWith("not compared: ").contains("--count-url");
            });
  }

  @Test
  void tellsFailuresOutsideTheSteadyState() {
    assertThat(judge(figures -> figures.elsewhere = Map.of("timed-out", 3L)).checks().get(0))
        .satisfies(check -> assertThat(check.passed()).isTrue())
        .satisfies(
            check ->
                assertThat(check.words()).endsWith("; outside the steady state: {timed-out=3}"));
  }

  @Test
  void allowsLateWakeUps_ofAHundredthOfACycle_whenThatIsMoreThanOfTheBound() {
    KnownStage figures = new KnownStage();
    figures.lateness = 9;

    assertThat(StageRules.judge(figures.build(), new Bound(90, 150, 0)).reasons()).isEmpty();
    figures.lateness = 10.1;
    assertThat(StageRules.judge(figures.build(), new Bound(90, 150, 0)).reasons())
        .containsExactly("the driver was late by 10.10 ms at p99 (allowed 10.00 ms)");
  }

  @Test
  void allowsGapsThatChanceMakes_ofEachProcessByItsOwnRate() {
    Consumer<KnownStage> seldom =
        figures -> {
          figures.rate = 10;
          figures.scatter = 1;
          figures.answers = 1_000;
        };

    assertThat(judge(seldom.andThen(figures -> figures.gap = 1.9)).reasons()).isEmpty();
    assertThat(judge(seldom.andThen(figures -> figures.gap = 2.1)).reasons()).hasSize(1);
    assertThat(
            judge(
                    seldom.andThen(
                        figures -> {
                          figures.gap = 3.9;
                          figures.crew = new DriverCrew(2, List.of(), List.of("a", "b"));
                        }))
                .reasons())
        .isEmpty();
  }

  @Test
  void allowsUsersInStepTheirPause() {
    assertThat(
            judge(
                    figures -> {
                      figures.inStep = 0.9;
                      figures.gap = 1.8;
                    })
                .reasons())
        .isEmpty();
  }

  @Test
  void isInvalidNotFailed_whenTheBoundWasMissedByADriverThatWasLate() {
    Verdict verdict =
        judge(
            figures -> {
              figures.bounded = 900;
              figures.lateness = 500;
            });

    assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.INVALID);
    assertThat(verdict.reasons()).hasSize(2);
  }

  @Test
  void isFailedNotInvalid_whenRequestsFailedAndTheLawDoesNotHold() {
    Verdict verdict =
        judge(
            figures -> {
              figures.answers = 10_000;
              figures.failures = Map.of("refused", 400L);
            });

    assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.FAILED);
  }

  @Test
  void isNotValid_whenThereWasNoAnswerAtAll() {
    Verdict verdict =
        judge(
            figures -> {
              figures.answers = 0;
              figures.bounded = 0;
              figures.gap = 100;
              Arrays.fill(figures.answersOfUsers, 0);
            });

    assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.INVALID);
    assertThat(verdict.checks().stream().filter(check -> !check.passed()).map(Check::name))
        .contains("littles-law", "stall", "bound");
  }

  @Test
  void allowsErrors_whenAsked() {
    KnownStage figures = new KnownStage();
    figures.failures = Map.of("refused", 20L);

    assertThat(StageRules.judge(figures.build(), new Bound(90, 800, 0.1)).outcome())
        .isEqualTo(Verdict.Outcome.VALID);
  }

  @Test
  void tellsTheFirstWrongAnswer() {
    assertThat(
            judge(
                    figures -> {
                      figures.failures = Map.of("wrong-answer", 3L);
                      figures.wrongAnswer = "status 302 for /a to /login";
                    })
                .reasons())
        .hasSize(1)
        .first()
        .asString()
        .endsWith("{wrong-answer=3}; the first wrong answer was status 302 for /a to /login");
  }

  @Test
  void refusesABoundThatBoundsNothing() {
    assertThatThrownBy(() -> new Bound(0, 800, 0)).hasMessageContaining("percentile");
    assertThatThrownBy(() -> new Bound(90, Double.NaN, 0)).hasMessageContaining("NaN ms");
    assertThat(List.of(new Bound(99.9, 1, 0).label(), new Bound(90, 1, 0).label()))
        .containsExactly("p99.9", "p90");
  }

  private static Verdict judge(Consumer<KnownStage> spoil) {
    KnownStage figures = new KnownStage();
    spoil.accept(figures);
    return StageRules.judge(figures.build(), BOUND);
  }
}
