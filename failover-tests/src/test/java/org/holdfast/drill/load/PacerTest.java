// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PacerTest {
  @Test
  void wakesTheOthers_whenOneUserFailsToBeWoken() throws Exception {
    CountDownLatch woken = new CountDownLatch(2);
    try (Pacer pacer =
        new Pacer(
            3,
            (user, due, now) -> {
              if (user == 0) {
                throw new IllegalStateException("a defect in one user, printed by this test");
              }
              woken.countDown();
            })) {
      long now = System.nanoTime();
      for (int user = 0; user < 3; user++) {
        pacer.schedule(user, now + user);
      }
      pacer.start();

      assertThat(woken.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }
}
