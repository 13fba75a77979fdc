// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
