// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.MalformedFrameException;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.holdfast.replication.wire.MessageCodec;
import org.junit.jupiter.api.Test;

class HandshakeCodecTest {
  private static final Member MEMBER = new Member("node-1", 17, "127.0.0.1", 65_535);
  private static final Hello HELLO = new Hello(2, 2, "test", MEMBER, "node-2", -3);
  private static final List<HandshakeMessage> MESSAGES =
      List.of(HELLO, new Welcome(2, MEMBER), new Reject("no"), new UnknownVersions(4, 9));

  @Test
  void speaksTheVersionOfTheMessages() {
    assertThat(SpokenVersions.OURS.includes(MessageCodec.PROTOCOL_VERSION)).isTrue();
  }

  @Test
  void readsWhatItWrote_forEveryKind() {
    for (HandshakeMessage message : MESSAGES) {
      assertThat(HandshakeCodec.decode(HandshakeCodec.encode(message), SpokenVersions.OURS))
          .isEqualTo(message);
    }
  }

  @Test
  void refusesTheMessage_whenItIsCutShortAnywhere() {
    for (HandshakeMessage message : List.of(HELLO, new Welcome(2, MEMBER), new Reject("no"))) {
      byte[] whole = HandshakeCodec.encode(message);
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> HandshakeCodec.decode(cut, SpokenVersions.OURS))
            .isInstanceOf(MalformedFrameException.class);
      }
    }
  }

  @Test
  void refusesBytesBehindTheEnd_unlessTheConnectorSpeaksANewerVersion() {
    byte[] longer = HandshakeCodec.encode(HELLO);
    byte[] trailing = Arrays.copyOf(longer, longer.length + 1);
    assertThatThrownBy(() -> HandshakeCodec.decode(trailing, SpokenVersions.OURS))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessage("1 bytes after the end of a handshake message");

    Hello newer = new Hello(2, 4, "test", MEMBER, "node-2", -3);
    byte[] bytes = HandshakeCodec.encode(newer);
    assertThat(HandshakeCodec.decode(Arrays.copyOf(bytes, bytes.length + 20), SpokenVersions.OURS))
        .isEqualTo(newer);
  }

  @Test
  void neverFailsInAnotherWay_whenAnyBitIsFlipped() {
    for (HandshakeMessage message : MESSAGES) {
      byte[] bytes = HandshakeCodec.encode(message);
      for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
        bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        try {
          // as text, because members are equal whatever their address
          assertThat(HandshakeCodec.decode(bytes, SpokenVersions.OURS).toString())
              .isNotEqualTo(message.toString());
        } catch (MalformedFrameException e) {
          assertThat(e).hasMessageMatching(".{10,}");
        }
        bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      }
    }
  }

  @Test
  void replacesControlCharacters_whenAReasonIsRead() {
    byte[] bytes = HandshakeCodec.encode(new Reject("a\r\nWARN forged"));
    assertThat(HandshakeCodec.decode(bytes, SpokenVersions.OURS))
        .isEqualTo(new Reject("a??WARN forged"));
  }

  @Test
  void cutsAReason_whenItIsTooLong() {
    byte[] bytes = HandshakeCodec.encode(new Reject("x".repeat(5_000)));
    assertThat(bytes.length).isLessThanOrEqualTo(HandshakeCodec.MAX_MESSAGE_BYTES);
    assertThat(HandshakeCodec.decode(bytes, SpokenVersions.OURS))
        .isEqualTo(new Reject("x".repeat(512)));
  }
}
