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

package org.holdfast.drill.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.drill.history.Violation.Kind;
import org.junit.jupiter.api.Test;

class HistoryCheckerTest {

  @Test
  void findsNothing_whenEachAnswerIsOneMoreThanTheLast() {
    UserFindings findings = Attempts.begin().answered(1, 2, 3, 4).check();

    assertThat(findings.clean()).isTrue();
    assertThat(findings.answers()).isEqualTo(4);
  }

  @Test
  void allowsBothOutcomes_whenAnAttemptWasLostInFlight() {
    UserFindings applied =
        Attempts.begin().answered(1, 2).failed(FailureKind.LOST_IN_FLIGHT).answered(4).check();
    UserFindings notApplied =
        Attempts.begin().answered(1, 2).failed(FailureKind.LOST_IN_FLIGHT).answered(3).check();

    assertThat(List.of(applied, notApplied)).allMatch(UserFindings::clean);
    assertThat(applied.failures()).isEqualTo(1);
  }

  @Test
  void reportsAContradiction_whenTheValueIsAheadOfEveryAttempt() {
    UserFindings findings =
        Attempts.begin().answered(1, 2).failed(FailureKind.LOST_IN_FLIGHT).answered(5).check();

    assertThat(findings.violations())
        .extracting(Violation::kind)
        .containsExactly(Kind.CONTRADICTED);
    assertThat(findings.lostUpdates()).isEmpty();
  }

  @Test
  void doesNotExpectAnUpdate_whenTheConnectionWasRefused() {
    UserFindings findings =
        Attempts.begin().answered(1, 2).failed(FailureKind.REFUSED).answered(4).check();

    assertThat(findings.count(Kind.CONTRADICTED)).isEqualTo(1);
  }

  @Test
  void forgetsUnknownAttempts_whenAnAnswerCameSince() {
    UserFindings findings = Attempts.begin().failed(FailureKind.TIMED_OUT).answered(1, 3).check();

    assertThat(findings.count(Kind.CONTRADICTED)).isEqualTo(1);
  }

  @Test
  void reportsLostUpdates_whenALaterAnswerHasNoRoomForThem() {
    UserFindings findings = Attempts.begin().answered(1, 2, 3, 4, 3, 4, 5).check();

    assertThat(findings.violations()).extracting(Violation::kind).containsExactly(Kind.LOST);
    assertThat(findings.lostUpdates())
        .extracting(lost -> ((Outcome.Answered) lost.outcome()).value())
        .containsExactly(3L, 4L);
    assertThat(findings.violations().get(0).describe())
        .isEqualTo("user 7 was answered 3 by n where only 5 is right (lost)");
  }

  @Test
  void doesNotCountAnUnansweredUpdateAsLost_whenItIsGone() {
    UserFindings findings =
        Attempts.begin().answered(1, 2).failed(FailureKind.LOST_IN_FLIGHT).answered(4, 3).check();

    assertThat(findings.lostUpdates()).hasSize(1);
  }

  @Test
  void reportsADuplicateAndOneLostUpdate_whenAValueIsAnsweredTwice() {
    UserFindings findings = Attempts.begin().answered(1, 2, 2, 3).check();

    assertThat(findings.violations()).extracting(Violation::kind).containsExactly(Kind.DUPLICATED);
    assertThat(findings.lostUpdates()).hasSize(1);
  }

  @Test
  void reportsAStaleAnswer_whenTheMissingUpdatesAreBackLater() {
    UserFindings findings = Attempts.begin().answered(1, 2, 3, 4, 2, 5, 6).check();

    assertThat(findings.violations()).extracting(Violation::kind).containsExactly(Kind.STALE);
    // 2 was answered twice and 5 follows 4: what the stale node counted is gone.
    assertThat(findings.lostUpdates()).hasSize(1);
  }

  @Test
  void reportsAContradiction_whenMoreIsBackThanWasMissing() {
    UserFindings findings = Attempts.begin().answered(1, 2, 3, 4, 2, 9).check();

    assertThat(findings.count(Kind.CONTRADICTED)).isEqualTo(1);
  }

  @Test
  void reportsAResetAndLosesEverything_whenTheSessionIsNew() {
    UserFindings findings =
        Attempts.begin().answered(1, 2, 3).answeredBy("m", "t", 1, true).check();

    assertThat(findings.violations()).extracting(Violation::kind).containsExactly(Kind.RESET);
    assertThat(findings.lostUpdates()).hasSize(3);
  }

  @Test
  void reportsAReset_whenAnotherSessionStartsAgainWithoutSayingSo() {
    UserFindings findings =
        Attempts.begin().answered(1, 2, 3).answeredBy("m", "t", 1, false).check();

    assertThat(findings.count(Kind.RESET)).isEqualTo(1);
  }

  @Test
  void findsNothing_whenTheIdChangesButTheCounterGoesOn() {
    UserFindings findings =
        Attempts.begin().answered(1, 2, 3).answeredBy("m", "t", 4, false).check();

    assertThat(findings.clean()).isTrue();
  }

  @Test
  void keepsCounting_whenAResetSessionGoesOn() {
    UserFindings findings =
        Attempts.begin()
            .answered(1, 2)
            .answeredBy("m", "t", 1, true)
            .answeredBy("m", "t", 2, false)
            .answeredBy("m", "t", 2, false)
            .check();

    assertThat(findings.violations())
        .extracting(Violation::kind)
        .containsExactly(Kind.RESET, Kind.DUPLICATED);
    assertThat(findings.lostUpdates()).hasSize(3);
  }

  @Test
  void saysWhichNodeAnsweredTheLostUpdate() {
    UserFindings findings =
        Attempts.begin()
            .answeredBy("victim", "s", 1, true)
            .answeredBy("victim", "s", 2, false)
            .answeredBy("other", "s", 2, false)
            .check();

    assertThat(findings.lostUpdates()).extracting(Exchange::node).containsExactly("victim");
    assertThat(findings.lostUpdates().get(0).doneNanos()).isEqualTo(Attempts.SECOND * 3 / 2);
  }
}
