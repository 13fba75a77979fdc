// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The memory of sessions that are gone. */
public class MemoryTest {
  @Test
  void makesRoomForOtherUnknownKeys_onceTheyAreOld() {
    UnknownKeys unknown = new UnknownKeys();
    IntStream.range(0, 20_000).forEach(i -> unknown.add("made-up-" + i, 1, 0));
    unknown.sweep(millis(1000));

    unknown.add("another", 1, millis(1000));

    assertThat(unknown.contains("another", 1, millis(1000))).isTrue();
    assertThat(unknown.contains("made-up-0", 1, millis(500))).isFalse();
  }
}
