// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.transport.MalformedFrameException;
import org.holdfast.replication.transport.TransportStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames between two members: all, whole, in order, in few writes. */
@Timeout(60)
class OutgoingOrderIT {

  @Test
  void keepsTheOrderOfEachSender_whenEightThreadsSendToOnePeer() throws InterruptedException {
    int senders = 8;
    int each = 20_000;
    try (TestNode a = TestNode.start("a");
        TestNode b = TestNode.start("b")) {
      b.lists(a.member);
      a.connect(b.member);
      List<Thread> threads = new ArrayList<>();
      for (int sender = 0; sender < senders; sender++) {
        int id = sender;
        Thread thread =
            new Thread(
                () -> {
                  for (int i = 0; i < each; i++) {
                    byte[] frame = ByteBuffer.allocate(8 + i % 50).putInt(id).putInt(i).array();
                    while (!a.transport.send(b.member, frame)) {
                      Thread.onSpinWait();
                    }
                  }
                });
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      b.awaitFrames(senders * each);
      int[] next = new int[senders];
      for (byte[] frame : b.frames) {
        ByteBuffer content = ByteBuffer.wrap(frame);
        int sender = content.getInt();
        assertThat(content.getInt()).isEqualTo(next[sender]++);
      }
      assertThat(b.frames).hasSize(senders * each);
      TransportStatistics sent = a.transport.statistics();
      assertThat(sent.framesSent()).isEqualTo((long) senders * each);
      assertThat(sent.bytesSent()).isEqualTo(b.transport.statistics().bytesReceived());
      assertThat(sent.writes()).isLessThan(sent.framesSent());
    }
  }

  @Test
  void deliversLargeAndSmallFramesUnchanged_whenTheyDoNotFitOneWriteOrRead() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    try (TestNode a = TestNode.start("a");
        TestNode b = TestNode.start("b")) {
      b.lists(a.member);
      a.connect(b.member);
      List<byte[]> sent = new ArrayList<>();
      int[] sizes = {
        1,
        OutgoingStream.GATHER_BYTES - 4,
        1,
        OutgoingStream.GATHER_BYTES - 7,
        3,
        16 << 20,
        65_536,
        2
      };
      for (int size : sizes) {
        byte[] frame = new byte[size];
        random.nextBytes(frame);
        sent.add(frame);
        assertThat(a.transport.send(b.member, frame)).isTrue();
      }
      b.awaitFrames(sizes.length);
      assertThat(b.frames).as("-Dseed=%d", seed).containsExactlyElementsOf(sent);
    }
  }

  @Test
  void leavesInOneWrite_whenFramesWereQueuedBeforeTheHandshakeOrAnswerOneRead() {
    int count = 100;
    try (TestNode a = TestNode.start("a");
        TestNode b =
            TestNode.start(
                "b",
                1,
                TestNode.SETTINGS,
                (node, from, frame) -> node.transport.send(from, new byte[10]))) {
      a.lists(b.member);
      b.connect(a.member);
      b.awaitEvents("up a1");
      a.connect(b.member);
      for (int i = 0; i < count; i++) {
        a.transport.send(b.member, new byte[100]);
      }
      a.awaitFrames(count);
      long reads = b.transport.statistics().reads();
      assertThat(reads).isLessThan(count);
      assertThat(b.transport.statistics().writes()).isLessThanOrEqualTo(reads);
    }
  }

  @Test
  void refusesTheFrame_whenItIsEmptyOrTooLongOrForAStranger() {
    try (TestNode a = TestNode.start("a");
        TestNode b = TestNode.start("b")) {
      assertThat(a.transport.send(b.member, new byte[1])).isFalse();
      b.lists(a.member);
      a.connect(a.member, b.member);
      assertThat(a.transport.send(a.member, new byte[1])).isFalse();
      String log =
          CapturedLog.of(
              () -> assertThat(a.transport.send(b.member, new byte[(16 << 20) + 1])).isFalse());
      assertThat(log)
          .contains("frame of 16777217 bytes for " + b.member)
          .contains("was not sent: maxFrameBytes is 16777216");
      assertThat(a.transport.statistics().framesRefused()).isEqualTo(3);
      assertThatThrownBy(() -> a.transport.send(b.member, new byte[0]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must not be empty");
      assertThat(a.transport.send(b.member, new byte[1])).isTrue();
      b.awaitFrames(1);
      assertThat(b.frames).hasSize(1);
    }
  }

  @Test
  void closesTheConnectionItCameFrom_whenTheListenerRefusesAFrameOrFails() {
    try (TestNode a = TestNode.start("a");
        TestNode c = TestNode.start("c");
        TestNode b =
            TestNode.start(
                "b",
                1,
                TestNode.SETTINGS,
                (node, from, frame) -> {
                  if (frame[0] == 1) {
                    throw new MalformedFrameException("first byte must not be 1");
                  } else if (frame[0] == 2) {
                    throw new IllegalStateException("broken on purpose");
                  }
                })) {
      b.lists(a.member, c.member);
      a.connect(b.member);
      c.connect(b.member);
      c.awaitEvents("up b1");
      a.awaitEvents("up b1");
      a.transport.send(b.member, new byte[] {1});
      a.awaitEvents("up b1", "down b1", "up b1");
      a.transport.send(b.member, new byte[] {2});
      a.awaitEvents("up b1", "down b1", "up b1", "down b1", "up b1");
      c.transport.send(b.member, new byte[] {3});
      await().until(() -> b.frames.size() == 3);
      assertThat(c.events).containsExactly("up b1");
      assertThat(b.transport.statistics().connectionsMalformed()).isEqualTo(1);
    }
  }
}
