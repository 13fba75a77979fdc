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
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes before the first frame, from both ends; the other end is a bare socket. */
@Timeout(30)
class HandshakeIT {
  private static final Member STRANGER = new Member("stranger", 5, "127.0.0.1", 1);

  private final TestNode node =
      TestNode.start("node", 10, TestNode.SETTINGS.withHandshakeTimeout(Duration.ofSeconds(1)));

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void welcomesAndDelivers_whenTheHelloIsRight() throws IOException {
    try (RawPeer raw = RawPeer.connect(node.member)) {
      assertThat(raw.say(RawPeer.hello(STRANGER, node.member)).hear())
          .isEqualTo(new Welcome(SpokenVersions.OURS.newest(), node.member));
      raw.sendFrame(new byte[] {1, 2, 3});
      node.awaitFrames(1);
      assertThat(node.frames.peek()).containsExactly(1, 2, 3);
      assertThat(node.senders).containsExactly(STRANGER);
    }
  }

  @Test
  void tellsNobodyOfAReset_thatItRehearses() throws IOException {
    try (TestNode peer = TestNode.start("peer", 1, TestNode.SETTINGS)) {
      node.connect(peer.member);
      node.awaitEvents("up peer1");

      for (int i = 0; i < 20; i++) {
        node.port.rehearseReset();
      }
      try (RawPeer raw = RawPeer.connect(node.member)) {
        // Whoever comes after them was accepted after them.
        raw.say(RawPeer.hello(STRANGER, node.member)).hear();
      }

      node.awaitEvents("up peer1");
      assertThat(node.transport.statistics().connectionsMalformed()).isZero();
      assertThat(node.transport.statistics().handshakesRejected()).isZero();
    }
  }

  @Test
  void saysWhyAndCloses_whenAHelloIsRefused() throws IOException {
    Member self = node.member;
    String log =
        CapturedLog.awaiting(
            "refused the connection",
            () ->
                refuses(
                    new Hello(2, 2, "prod", STRANGER, "node", 10),
                    "wrong cluster: node belongs to cluster test"));
    assertThat(log)
        .contains("refused the connection of ")
        .contains("wrong cluster: node belongs to cluster test");
    refuses(
        new UnknownVersions(3, 4),
        "no common protocol version: node speaks 2 to 2, the caller 3 to 4");
    refuses(
        new Hello(2, 2, "test", STRANGER, "node", 9),
        "meant for another member: " + self + " answers at this address now");
    refuses(
        new Hello(2, 2, "test", new Member("node", 11, "127.0.0.1", 1), "node", 10),
        "name taken: node is the name of the member that was called; names must differ in a"
            + " cluster");
    assertThat(node.transport.statistics().handshakesRejected()).isEqualTo(4);
    assertThat(node.frames).isEmpty();
  }

  @Test
  void refusesAnOlderIncarnation_whenANewerOneConnectedOrIsListed() throws IOException {
    node.connect(new Member("listed", 8, "127.0.0.1", 1));
    refuses(
        RawPeer.hello(new Member("listed", 7, "127.0.0.1", 1), node.member),
        "stale incarnation: listed was started again since, as 8");
    try (RawPeer raw = RawPeer.connect(node.member)) {
      raw.say(RawPeer.hello(STRANGER, node.member)).hear();
    }
    refuses(
        RawPeer.hello(new Member("stranger", 4, "127.0.0.1", 1), node.member),
        "stale incarnation: stranger was started again since, as 5");
  }

  @Test
  void closesTheStreamsOfTheOldIncarnation_whenANewerOneConnects() throws IOException {
    try (TestNode old = TestNode.start("peer", 1, TestNode.SETTINGS)) {
      node.connect(old.member);
      node.awaitEvents("up peer1");
      try (RawPeer oldStream = RawPeer.connect(node.member)) {
        oldStream.say(RawPeer.hello(old.member, node.member)).hear();
        try (RawPeer newStream = RawPeer.connect(node.member)) {
          newStream.say(RawPeer.hello(new Member("peer", 2, "127.0.0.1", 1), node.member)).hear();
          assertThat(oldStream.isClosedByOther()).isTrue();
          node.awaitEvents("up peer1", "down peer1");
          assertThat(node.transport.send(old.member, new byte[1])).isFalse();
        }
      }
    }
  }

  @Test
  void closes_whenTheHandshakeIsGarbageOrPlaintextOrOversized() throws IOException {
    Hello hello = RawPeer.hello(STRANGER, node.member);
    byte[] request =
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    byte[] oversized = ByteBuffer.allocate(4).putInt(HandshakeCodec.MAX_MESSAGE_BYTES + 1).array();
    byte[] badMagic = frame(new byte[] {1, 2, 3, 4, 1});
    byte[] welcome =
        frame(HandshakeCodec.encode(new Welcome(SpokenVersions.OURS.newest(), STRANGER)));
    byte[] impatient = concat(frame(HandshakeCodec.encode(hello)), frame(new byte[20]));
    for (byte[] bytes : new byte[][] {request, oversized, badMagic, welcome, impatient}) {
      try (RawPeer raw = RawPeer.connect(node.member)) {
        assertThat(raw.sendBytes(bytes).isClosedByOther()).isTrue();
      }
    }
    await().until(() -> node.transport.statistics().connectionsMalformed() == 5);
    assertThat(node.frames).isEmpty();
  }

  @Test
  void closesAfterTheTimeout_whenTheHandshakeStops() throws IOException {
    byte[] hello = frame(HandshakeCodec.encode(RawPeer.hello(STRANGER, node.member)));
    try (RawPeer silent = RawPeer.connect(node.member);
        RawPeer half = RawPeer.connect(node.member)) {
      half.sendBytes(Arrays.copyOf(hello, hello.length / 2));
      assertThat(half.isClosedByOther()).isTrue();
      assertThat(silent.isClosedByOther()).isTrue();
    }
    await().until(() -> node.transport.statistics().connectionsMalformed() == 2);
  }

  @Test
  void keepsTheConnection_whenItIsIdleAfterTheHandshake() throws IOException {
    try (RawPeer raw = RawPeer.connect(node.member);
        RawPeer later = RawPeer.connect(node.member)) {
      raw.say(RawPeer.hello(STRANGER, node.member)).hear();
      // The later connection's time-out is over after that of the idle one.
      assertThat(later.isClosedByOther()).isTrue();
      raw.sendFrame(new byte[] {1});
      node.awaitFrames(1);
    }
  }

  @Test
  void closes_whenAFrameAfterTheHandshakeIsMalformed() throws IOException {
    int[] lengths = {0, -1, Integer.MIN_VALUE, (16 << 20) + 1};
    for (int i = 0; i < lengths.length; i++) {
      int length = lengths[i];
      try (RawPeer raw = RawPeer.connect(node.member)) {
        raw.say(RawPeer.hello(STRANGER, node.member)).hear();
        raw.sendFrame(new byte[] {1});
        node.awaitFrames(i + 1);
        assertThat(raw.sendBytes(ByteBuffer.allocate(4).putInt(length).array()).isClosedByOther())
            .isTrue();
      }
    }
    assertThat(node.frames).hasSize(lengths.length);
  }

  @Test
  void reportsThePeerDownOnce_whenItAnswersWithNonsense() throws IOException {
    try (ServerSocket server = RawPeer.listen()) {
      Member peer = new Member("peer", 1, "127.0.0.1", server.getLocalPort());
      node.connect(peer);
      for (HandshakeMessage answer :
          new HandshakeMessage[] {
            new Reject("not today"),
            new Welcome(SpokenVersions.OURS.newest(), STRANGER),
            new Welcome(7, peer),
            RawPeer.hello(peer, node.member)
          }) {
        try (RawPeer raw = RawPeer.accept(server)) {
          assertThat(raw.hear()).isEqualTo(RawPeer.hello(node.member, peer));
          raw.say(answer);
          assertThat(raw.isClosedByOther()).isTrue();
        }
      }
      try (RawPeer banner = RawPeer.accept(server)) {
        banner.sendBytes("SSH-2.0-OpenSSH\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(banner.isClosedByOther()).isTrue();
      }
      node.awaitEvents("down peer1");
      try (RawPeer raw = RawPeer.accept(server)) {
        raw.hear();
        raw.say(new Welcome(SpokenVersions.OURS.newest(), peer));
        node.awaitEvents("down peer1", "up peer1");
        // A frame on the stream that only leads to the peer, be it as sound as this one.
        raw.say(new Welcome(SpokenVersions.OURS.newest(), peer));
        assertThat(raw.isClosedByOther()).isTrue();
      }
      node.awaitEvents("down peer1", "up peer1", "down peer1");
    }
  }

  @Test
  void reportsThePeerDown_whenItNeverAnswersTheHello() throws IOException {
    try (ServerSocket server = RawPeer.listen()) {
      node.connect(new Member("peer", 1, "127.0.0.1", server.getLocalPort()));
      try (RawPeer raw = RawPeer.accept(server)) {
        raw.hear();
        assertThat(raw.isClosedByOther()).isTrue();
      }
      node.awaitEvents("down peer1");
    }
  }

  private void refuses(HandshakeMessage hello, String reason) throws IOException {
    try (RawPeer raw = RawPeer.connect(node.member)) {
      assertThat(raw.say(hello).hear()).isEqualTo(new Reject(reason));
      assertThat(raw.isClosedByOther()).isTrue();
    }
  }

  private static byte[] frame(byte[] payload) {
    return ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
  }

  private static byte[] concat(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }
}
