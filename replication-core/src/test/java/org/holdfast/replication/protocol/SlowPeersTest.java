// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.views.SlowPeers;
import org.junit.jupiter.api.Test;

/** A peer that answers, but acknowledges late whatever it is sent. */
class SlowPeersTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member SLOW = RecordingReplica.member(1);
  private static final Member PROMPT = RecordingReplica.member(2);
  private static final long LATE = SimulatedCluster.CONFIG.ackTimeoutNanos() + millis(50);

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final Map<Member, String> keys = new HashMap<>();
  private final Map<Member, Epoch> epochs = new HashMap<>();

  /** One session with its copy at each of the two, all acknowledged. */
  private void serve() {
    here.join(List.of(SELF, SLOW, PROMPT));
    for (int i = 0; keys.size() < 2; i++) {
      String key = "session-" + i;
      Epoch epoch = here.create(key, 1);
      Member holder = here.sent.get(0).to();
      here.sent.clear();
      here.receive(holder, new Message.Ack(key, new Label(epoch, 1)));
      if (keys.putIfAbsent(holder, key) == null) {
        epochs.put(holder, epoch);
      }
    }
    here.sent.clear();
  }

  private void write(Member holder) {
    here.write(keys.get(holder), epochs.get(holder), 1);
  }

  private void ack(Member holder, long version) {
    here.receive(holder, new Message.Ack(keys.get(holder), new Label(epochs.get(holder), version)));
  }

  /** Writes and acknowledgements of a few seconds. */
  private void keepBusy(boolean slow, boolean prompt) {
    for (long version = 2; version < 22; version++) {
      write(SLOW);
      write(PROMPT);
      if (prompt) {
        ack(PROMPT, version);
      }
      here.pass(slow ? LATE : millis(10));
      ack(SLOW, version);
      if (!prompt) {
        ack(PROMPT, version);
      }
    }
  }

  private boolean wasCopiedTo(Member member, String key) {
    return here.sent.stream()
        .anyMatch(
            each ->
                each.to().equals(member)
                    && each.message() instanceof Message.Full full
                    && full.key().equals(key));
  }

  @Test
  void movesToAnotherHolder_whenOneStaysSlow() {
    serve();
    keepBusy(true, true);
    here.pass(millis(20));

    assertThat(wasCopiedTo(PROMPT, keys.get(SLOW))).isTrue();
  }

  @Test
  void triesTheSlowOneAgain_afterAWhile() {
    serve();
    keepBusy(true, true);
    here.sent.clear();
    here.pass(SlowPeers.REST_NANOS + millis(100));

    String key = keys.get(SLOW);
    assertThat(here.sent)
        .anyMatch(each -> each.to().equals(SLOW) && each.message() instanceof Message.Full);
    assertThat(here.held(key).version()).isEqualTo(21);
  }

  @Test
  void staysWithItsHolders_whenAllAreLate() {
    serve();
    keepBusy(true, false);
    here.pass(millis(20));

    assertThat(wasCopiedTo(PROMPT, keys.get(SLOW))).isFalse();
    assertThat(wasCopiedTo(SLOW, keys.get(PROMPT))).isFalse();
  }

  @Test
  void staysWithItsHolders_whenTheyAreInTime() {
    serve();
    keepBusy(false, true);
    here.pass(millis(2500));

    assertThat(wasCopiedTo(PROMPT, keys.get(SLOW))).isFalse();
  }
}
