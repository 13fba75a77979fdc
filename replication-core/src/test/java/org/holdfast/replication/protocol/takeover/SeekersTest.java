// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.holdfast.replication.protocol.Acquired;
import org.junit.jupiter.api.Test;

/** The requests that wait for one round. */
public class SeekersTest {
  /** A request that waited for a hand-over joins the round of a younger one. */
  @Test
  void answersTheOldestFirst_inWhateverOrderTheyJoined() {
    AcquireRound.Seekers seekers = new AcquireRound.Seekers();
    Consumer<Acquired> young = acquired -> {};
    Consumer<Acquired> old = acquired -> {};
    Consumer<Acquired> late = acquired -> {};
    long origin = Long.MAX_VALUE - 10;
    seekers.add(young, origin + 100);
    seekers.add(old, origin + 50);
    seekers.phaseBegins();
    seekers.add(late, origin + 120);

    assertThat(seekers.haveWaitedSince(origin + 50, true)).isFalse();
    assertThat(seekers.haveWaitedSince(origin + 60, false)).isTrue();
    assertThat(seekers.takeOlderThan(origin + 60)).containsExactly(old);
    assertThat(seekers.takePresent()).containsExactly(young);
    assertThat(seekers.callbacks()).containsExactly(late);
  }
}
