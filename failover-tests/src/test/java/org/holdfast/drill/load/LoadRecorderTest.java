// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LoadRecorderTest {
  private final LoadRecorder recorder = new LoadRecorder("first");

  @Test
  void givesAwayOnlyWhatCameSinceItWasTakenBefore() {
    recorder.answered(TimeUnit.MILLISECONDS.toNanos(5));
    recorder.answered(TimeUnit.MILLISECONDS.toNanos(7));
    recorder.failed(FailureKind.REFUSED, System.nanoTime());

    PhaseFigures first = recorder.take();
    recorder.answered(TimeUnit.MILLISECONDS.toNanos(90));
    recorder.failed(FailureKind.TIMED_OUT, System.nanoTime());
    PhaseFigures second = recorder.take();

    assertThat(first.answers()).isEqualTo(2);
    assertThat(first.responseMicros().getMaxValue()).isBetween(7_000L, 7_010L);
    assertThat(first.failures())
        .containsEntry(FailureKind.REFUSED, 1L)
        .containsEntry(FailureKind.TIMED_OUT, 0L);
    assertThat(second.answers()).isEqualTo(1);
    assertThat(second.responseMicros().getMinValue()).isBetween(89_900L, 90_100L);
    assertThat(second.failures())
        .containsEntry(FailureKind.REFUSED, 0L)
        .containsEntry(FailureKind.TIMED_OUT, 1L);
    assertThat(recorder.take().answers()).isZero();
  }

  @Test
  void keepsThePhasesWhole_whateverIsTaken() {
    recorder.answered(1_000);
    PhaseFigures taken = recorder.take();
    recorder.enter("second");
    recorder.answered(1_000);

    assertThat(recorder.figures()).extracting(PhaseFigures::answers).containsExactly(1L, 1L);
    assertThat(taken.name()).isEqualTo("first");
    assertThat(recorder.take().name()).isEqualTo("second");
  }

  @Test
  void letsAPhaseGoOn_whenItComesAgain() {
    recorder.answered(TimeUnit.MILLISECONDS.toNanos(5));
    recorder.failed(FailureKind.REFUSED, System.nanoTime());
    recorder.enter("second");
    recorder.answered(TimeUnit.MILLISECONDS.toNanos(7));
    recorder.enter("first");
    recorder.answered(TimeUnit.MILLISECONDS.toNanos(90));
    recorder.failed(FailureKind.TIMED_OUT, System.nanoTime());

    assertThat(recorder.phase()).isEqualTo("first");
    assertThat(recorder.currentFigures().answers()).as("this time").isEqualTo(1);
    assertThat(recorder.currentFigures().responseMicros().getMinValue())
        .isBetween(89_900L, 90_100L);
    assertThat(recorder.currentFigures().totalFailures()).isEqualTo(1);
    assertThat(recorder.figures())
        .extracting(PhaseFigures::name, PhaseFigures::answers, PhaseFigures::totalFailures)
        .containsExactly(tuple("first", 2L, 2L), tuple("second", 1L, 0L));
    assertThat(recorder.failures()).isEqualTo(2);
  }

  @Test
  void takesAFailureForOneOfTheDisturbedPhase_whenItsAttemptWasUnderWayThen() {
    long before = System.nanoTime();
    recorder.enterDisturbed("during");
    recorder.failed(FailureKind.LOST_IN_FLIGHT, before);
    long during = System.nanoTime();
    recorder.enter("after");
    long after = System.nanoTime();
    recorder.failed(FailureKind.TIMED_OUT, during);
    recorder.failed(FailureKind.REFUSED, after);
    recorder.enter("final");
    recorder.failed(FailureKind.UNAVAILABLE, during);
    recorder.failed(FailureKind.REFUSED, after);

    assertThat(recorder.figures())
        .extracting(PhaseFigures::name, PhaseFigures::totalFailures)
        .containsExactly(
            tuple("first", 0L), tuple("during", 3L), tuple("after", 1L), tuple("final", 1L));
  }

  /** Of a soak: three phases a kill, 90 kills. One histogram takes a third of a megabyte. */
  @Test
  void costsNoMore_howeverOftenPhasesCome() {
    for (int kill = 0; kill < 500; kill++) {
      recorder.enter("during");
      recorder.enter("rejoin");
      recorder.enter("after");
    }

    assertThat(recorder.figures()).hasSize(4);
  }

  @Test
  @Timeout(30)
  void losesNothingAndCountsNothingTwice_whileOthersRecord() throws Exception {
    int threads = 3;
    int each = 20_000;
    CountDownLatch done = new CountDownLatch(threads);
    List<Thread> users = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      users.add(
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  recorder.answered(1_000_000);
                  recorder.failed(FailureKind.REFUSED, System.nanoTime());
                }
                done.countDown();
              }));
    }
    users.forEach(Thread::start);
    long answers = 0;
    long failures = 0;
    boolean last;
    do {
      last = done.await(1, TimeUnit.MILLISECONDS);
      PhaseFigures taken = recorder.take();
      answers += taken.answers();
      failures += taken.totalFailures();
    } while (!last);

    assertThat(answers).isEqualTo((long) threads * each);
    assertThat(failures).isEqualTo((long) threads * each);
  }
}
