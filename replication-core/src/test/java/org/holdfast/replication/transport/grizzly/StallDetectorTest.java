// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.replication.transport.TransportSettings;
import org.junit.jupiter.api.Test;

class StallDetectorTest {
  private final StallDetector detector = new StallDetector();

  @Test
  void callsAConnectionStuck_whenNothingIsHeardForAllLooks() {
    assertThat(looksUntilStalled()).isEqualTo(StallDetector.LOOKS + 1);
  }

  @Test
  void forgivesAPauseOfThePeer_ofTwoSeconds() {
    long look =
        TransportSettings.of("test").stallTimeout().dividedBy(StallDetector.LOOKS).toMillis();
    for (int pause = 0; pause < 10; pause++) {
      for (long millis = 0; millis <= 2_000; millis += look) {
        assertThat(detector.isStalled()).as("%d ms into the pause", millis).isFalse();
      }
      detector.heard();
    }
  }

  @Test
  void startsAnew_atEachSignOfLife() {
    for (int i = 0; i < StallDetector.LOOKS; i++) {
      assertThat(detector.isStalled()).isFalse();
    }
    detector.heard();
    detector.heard();
    assertThat(looksUntilStalled()).isEqualTo(StallDetector.LOOKS + 1);
  }

  private int looksUntilStalled() {
    int looks = 1;
    while (!detector.isStalled()) {
      looks++;
    }
    return looks;
  }
}
