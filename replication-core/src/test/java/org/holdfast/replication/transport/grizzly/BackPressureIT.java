// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Arrays;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that does not read must cost a bounded queue and nothing else. */
@Timeout(30)
class BackPressureIT {
  private static final int FRAME_BYTES = 1_000;
  private static final long QUEUE_BYTES = 1 << 20;

  /** The most bytes that the buffers of the two sockets hold, generously. */
  private static final long SOCKET_BYTES = 32 << 20;

  private static final TransportSettings SETTINGS =
      TestNode.SETTINGS.withMaxFrameBytes(64 * 1024).withMaxQueuedBytes(QUEUE_BYTES);

  @Test
  void refusesFramesAndServesOthers_whenAPeerNeverReads() throws IOException {
    try (TestNode node = TestNode.start("node", 1, SETTINGS);
        TestNode other = TestNode.start("other");
        ServerSocket server = RawPeer.listen()) {
      Member stuck = new Member("stuck", 1, "127.0.0.1", server.getLocalPort());
      other.lists(node.member);
      node.connect(stuck, other.member);
      try (RawPeer raw = RawPeer.accept(server)) {
        raw.hear();
        raw.say(new Welcome(RawPeer.VERSION, stuck));
        int accepted = fill(node, stuck);
        assertThat((long) accepted * FRAME_BYTES).isLessThan(QUEUE_BYTES + SOCKET_BYTES);
        assertThat(node.transport.statistics().framesRefused()).isEqualTo(1);

        node.transport.send(other.member, new byte[] {7});
        other.awaitFrames(1);

        // Once it reads, the queue moves on and frames are accepted again.
        for (int i = 0; i < accepted; i++) {
          raw.hearFrame();
        }
        assertThat(node.transport.send(stuck, new byte[FRAME_BYTES])).isTrue();
      }
    }
  }

  @Test
  void countsTheFixedCostOfAFrameAndDropsTheQueue_whenThePeerNeverAnswers() throws IOException {
    try (TestNode node = TestNode.start("node", 1, SETTINGS);
        ServerSocket server = RawPeer.listen()) {
      Member mute = new Member("mute", 1, "127.0.0.1", server.getLocalPort());
      node.connect(mute);
      int accepted = 0;
      while (node.transport.send(mute, new byte[1])) {
        accepted++;
      }
      assertThat(accepted).isEqualTo((int) QUEUE_BYTES / (1 + OutgoingStream.FRAME_OVERHEAD_BYTES));
      RawPeer.accept(server).close();
      node.awaitEvents("down mute1");
      assertThat(node.transport.statistics().framesDropped()).isEqualTo(accepted);
    }
  }

  /** Sends until the queue is over its bound; the socket takes what it can meanwhile. */
  private static int fill(TestNode node, Member stuck) {
    byte[] frame = new byte[FRAME_BYTES];
    Arrays.fill(frame, (byte) 1);
    int accepted = 0;
    while (node.transport.send(stuck, frame)) {
      accepted++;
    }
    return accepted;
  }
}
