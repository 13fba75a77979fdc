// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundThreadTest {
  private final BackgroundThread work = new BackgroundThread("background work under test");

  @AfterEach
  void stop() {
    work.stop();
  }

  @Test
  void looksAgain_whenALookEndedWithAnError() throws InterruptedException {
    CountDownLatch looks = new CountDownLatch(2);

    work.start(
        () -> {
          looks.countDown();
          throw new StackOverflowError("on purpose");
        });

    assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
