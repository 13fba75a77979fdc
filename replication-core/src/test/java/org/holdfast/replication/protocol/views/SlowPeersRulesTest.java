// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.RecordingReplica;
import org.junit.jupiter.api.Test;

/** Which peer counts as slow, and for how long. */
public class SlowPeersRulesTest {
  private static final Member SLOW = RecordingReplica.member(1);
  private static final Member PROMPT = RecordingReplica.member(2);

  @Test
  void countsOneAtATime() {
    SlowPeers peers = new SlowPeers();
    Member third = RecordingReplica.member(3);
    boolean second = false;
    for (int i = 0; i < 40; i++) {
      long now = millis(100L * i);
      peers.acked(PROMPT, false, now);
      peers.acked(SLOW, true, now);
      second |= peers.acked(third, true, now);
    }
    assertThat(peers.isSlow(SLOW)).isTrue();
    assertThat(second).isFalse();
    assertThat(peers.isSlow(third)).isFalse();
  }

  @Test
  void waitsTwiceAsLong_whenThePeerIsSlowAgainRightAfter() {
    SlowPeers peers = new SlowPeers();
    long now = Long.MAX_VALUE - SlowPeers.REST_NANOS / 2;
    for (long rest : List.of(1L, 2L, 4L)) {
      now = slowDown(peers, now);
      assertThat(peers.tick(now + rest * SlowPeers.REST_NANOS - 1)).isFalse();
      now += rest * SlowPeers.REST_NANOS;
      assertThat(peers.tick(now)).isTrue();
      assertThat(peers.isSlow(SLOW)).isFalse();
    }
  }

  private static long slowDown(SlowPeers peers, long start) {
    for (long now = start; ; now += millis(100)) {
      peers.acked(PROMPT, false, now);
      if (peers.acked(SLOW, true, now)) {
        return now;
      }
      assertThat(now - start).isLessThan(millis(10_000));
    }
  }
}
