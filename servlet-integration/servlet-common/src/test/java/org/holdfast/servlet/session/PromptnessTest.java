// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PromptnessTest {
  private final AtomicLong now = new AtomicLong(-50_000_000);
  private final Promptness promptness = new Promptness(now::get);

  @Test
  void isThere_untilOnePieceTakesLong() {
    assertThat(promptness.isThere()).as("before anything").isTrue();

    promptness.run(
        () -> {
          now.addAndGet(90_000_000);
          assertThat(promptness.isThere()).as("after 90 ms").isTrue();
          now.addAndGet(20_000_000);
          assertThat(promptness.isThere()).as("after 110 ms").isFalse();
        });

    assertThat(promptness.isThere()).as("afterwards").isTrue();
  }

  @Test
  void isThereAgain_whenTheWorkFails() {
    assertThatThrownBy(
            () ->
                promptness.run(
                    () -> {
                      now.addAndGet(200_000_000);
                      throw new IllegalStateException("failed");
                    }))
        .hasMessage("failed");

    assertThat(promptness.isThere()).isTrue();
  }
}
