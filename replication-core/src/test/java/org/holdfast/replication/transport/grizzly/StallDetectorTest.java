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
