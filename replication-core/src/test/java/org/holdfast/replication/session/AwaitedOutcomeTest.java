// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.holdfast.replication.protocol.Outcome;
import org.junit.jupiter.api.Test;

class AwaitedOutcomeTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void hasTheOutcome_thatCameBeforeTheWait() {
    AwaitedOutcome answer = new AwaitedOutcome();
    answer.accept(Outcome.FENCED);

    assertThat(answer.await(Duration.ZERO)).isEqualTo(Outcome.FENCED);
  }

  @Test
  void endsTheWait_whenTheOutcomeComes() {
    AwaitedOutcome answer = new AwaitedOutcome();
    Thread waiting = Thread.currentThread();
    Thread deciding =
        new Thread(
            () -> {
              while (LockSupport.getBlocker(waiting) != answer) {
                Thread.onSpinWait();
              }
              answer.accept(Outcome.PROTECTED);
            });
    deciding.setDaemon(true);
    deciding.start();

    assertThat(answer.await(LONG)).isEqualTo(Outcome.PROTECTED);
  }

  @Test
  void isUnconfirmed_whenTheTimeIsOver() {
    assertThat(new AwaitedOutcome().await(Duration.ofMillis(1))).isEqualTo(Outcome.UNCONFIRMED);
  }

  @Test
  void isUnconfirmed_whenTheThreadIsInterrupted_whichStaysSo() {
    AwaitedOutcome answer = new AwaitedOutcome();
    Thread.currentThread().interrupt();

    assertThat(answer.await(LONG)).isEqualTo(Outcome.UNCONFIRMED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void hasTheOutcome_thoughTheThreadIsInterrupted() {
    AwaitedOutcome answer = new AwaitedOutcome();
    answer.accept(Outcome.PROTECTED);
    Thread.currentThread().interrupt();

    assertThat(answer.await(LONG)).isEqualTo(Outcome.PROTECTED);
    assertThat(Thread.interrupted()).isTrue();
  }
}
