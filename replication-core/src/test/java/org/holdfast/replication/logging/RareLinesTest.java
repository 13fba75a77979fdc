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

package org.holdfast.replication.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RareLinesTest {
  private static final long START = -RareLines.INTERVAL_NANOS / 2;

  private final RareLines rare = new RareLines();
  private final List<String> lines = new ArrayList<>();

  private void add(String kind, long nowNanos, String line) {
    rare.add(kind, nowNanos, lines::add, line);
  }

  @Test
  void logsOneLineAMinuteOfAKind_withTheNumberOfAll_whateverTheirDetails() {
    for (int i = 0; i < 600; i++) {
      add("garbage", START + i, "garbage " + i);
    }
    add("garbage", START + RareLines.INTERVAL_NANOS - 1, "garbage 600");
    assertThat(lines).containsExactly("garbage 0");

    add("garbage", START + RareLines.INTERVAL_NANOS, "garbage 601");
    assertThat(lines.subList(1, lines.size()))
        .containsExactly("garbage 601 (and 600 more since the last line of this kind)");

    add("garbage", START + 2 * RareLines.INTERVAL_NANOS, "garbage 602");
    assertThat(lines).hasSize(3).last().isEqualTo("garbage 602");
  }

  @Test
  void logsEachKindByItself() {
    add("garbage", START, "garbage");
    add("silence", START, "silence");

    assertThat(lines).containsExactly("garbage", "silence");
  }

  @Test
  void takesFurtherKindsForOne() {
    for (int i = 0; i < 10 * RareLines.MOST_KINDS; i++) {
      add("kind " + i, START, "line " + i);
    }

    assertThat(lines).hasSize(RareLines.MOST_KINDS + 1);
  }

  @Test
  void logsAtOnce_whenThingsWentWellInBetween() {
    add("down", START, "down");
    rare.forget("down");
    add("down", START + 1, "down again");

    assertThat(lines).containsExactly("down", "down again");
  }
}
