// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class DecodeTimeTest {
  private long nowNanos = 77;
  private int looks;
  private final DecodeTime time =
      new DecodeTime(
          () -> {
            looks++;
            return nowNanos;
          },
          1_000);

  @Test
  void readsNoClock_whenThereAreFewSteps() {
    for (int attribute = 0; attribute < 100; attribute++) {
      time.start();
      for (int i = 1; i < DecodeTime.STEPS_BETWEEN_LOOKS; i++) {
        time.step();
      }
      time.stop();
    }

    assertThat(looks).isZero();
  }

  @Test
  void fails_whenTheTimeIsOver_namingTheSetting() {
    time.start();
    time.steps(Long.MAX_VALUE);
    nowNanos += 1_000_000_000;
    time.steps(DecodeTime.STEPS_BETWEEN_LOOKS);
    nowNanos++;

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < DecodeTime.STEPS_BETWEEN_LOOKS; i++) {
                time.step();
              }
            })
        .isInstanceOf(LimitExceeded.class)
        .hasMessage(
            "reading it takes more than maxDecodeMillis, which is 1000 ms of processor time");
    assertThat(looks).isEqualTo(3);
  }

  @Test
  void countsEachAttributeForItself_andNothingBetween() {
    for (int i = 0; i < 5; i++) {
      time.start();
      time.steps(Long.MAX_VALUE);
      nowNanos += 900_000_000;
      time.steps(Long.MAX_VALUE);
      time.stop();
      nowNanos += 10_000_000_000L;

      assertThatCode(() -> time.steps(Long.MAX_VALUE)).doesNotThrowAnyException();
    }
  }

  @Test
  void tellsTheProcessorTimeOfAThread() {
    long before = ThreadCpuTime.clock().getAsLong();
    long spun = 0;
    while (ThreadCpuTime.clock().getAsLong() == before) {
      spun++;
    }
    assertThat(spun).isNotNegative();
    assertThat(ThreadCpuTime.clock().getAsLong()).isGreaterThan(before);
  }

  /** As on virtual threads, whose processor time the JVM answers with -1. */
  @Test
  void tellsTheTimeThatPassed_whereTheJvmDoesNotTellThatOfTheProcessor() {
    AtomicLong passed = new AtomicLong(-7);
    LongSupplier unknown = ThreadCpuTime.of(() -> -1, passed::incrementAndGet);
    LongSupplier known = ThreadCpuTime.of(() -> 0, passed::incrementAndGet);

    assertThat(unknown.getAsLong()).isEqualTo(-6);
    assertThat(unknown.getAsLong()).isEqualTo(-5);
    assertThat(known.getAsLong()).isZero();
  }
}
