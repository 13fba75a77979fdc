// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.holdfast.replication.fuzz.Corpus;
import org.holdfast.replication.fuzz.FuzzTarget;
import org.holdfast.replication.fuzz.Fuzzer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.transport.MalformedFrameException;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.holdfast.replication.wire.MessageCodec;
import org.holdfast.replication.wire.MessageSamples;
import org.junit.jupiter.api.Test;

/** Frames and handshakes are read or refused, whatever the bytes are. */
class FrameFuzzTest {
  private static final int MOST_FRAME_BYTES = 1 << 16;
  private static final int END = -5;
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]{10,700}");

  /** An object for each few bytes, copies of the frames, and the exceptions of both readings. */
  private static final Fuzzer.Allowance ALLOWED = new Fuzzer.Allowance(150_000, 300);

  private static final Member MEMBER = new Member("node-1", 17, "127.0.0.1", 9_000);

  @Test
  void readsOrRefusesMessages_whateverComes() throws Exception {
    Fuzzer.of(FuzzTarget.MESSAGES).feed(ALLOWED, FrameFuzzTest::takeMessages);
  }

  /** Once as one frame, once as what a socket gives. */
  private static String takeMessages(byte[] input) {
    List<byte[]> frames = new ArrayList<>();
    String split = split(input, input.length, frames);
    List<byte[]> pieces = new ArrayList<>();
    assertThat(split(input, 7, pieces)).isEqualTo(split);
    assertThat(Arrays.deepEquals(pieces.toArray(), frames.toArray())).as("the same").isTrue();
    StringBuilder answers = new StringBuilder(decoded(input)).append(", ").append(split);
    for (int i = 0; i < Math.min(frames.size(), 3); i++) {
      answers.append(", ").append(decoded(frames.get(i)));
    }
    return answers.toString();
  }

  private static String split(byte[] input, int piece, List<byte[]> frames) {
    FrameSplitter splitter = new FrameSplitter(MOST_FRAME_BYTES, END);
    try {
      for (int from = 0; from < input.length; from += piece) {
        int to = Math.min(input.length, from + piece);
        splitter.split(ByteBuffer.wrap(input, from, to - from), frames::add);
      }
      return splitter.isEnded() ? "ended" : "open";
    } catch (MalformedFrameException refused) {
      String unused = refused(refused);
      return "refused"; // on another line when a length comes in pieces
    }
  }

  private static String decoded(byte[] frame) {
    Message message;
    try {
      message = MessageCodec.decode(frame);
    } catch (MalformedFrameException refused) {
      return refused(refused);
    }
    assertThat(MessageCodec.encode(message)).as("%s", message).hasSameSizeAs(frame);
    return message.getClass().getSimpleName();
  }

  @Test
  void readsOrRefusesHandshakes_whateverComes() throws Exception {
    Fuzzer.of(FuzzTarget.HANDSHAKE)
        .feed(
            ALLOWED,
            input -> {
              try {
                HandshakeMessage message = HandshakeCodec.decode(input, SpokenVersions.OURS);
                if (message instanceof Reject reject) {
                  assertThat(reject.reason()).matches("[\\x20-\\x7e]*");
                }
                return message.getClass().getSimpleName();
              } catch (MalformedFrameException refused) {
                return refused(refused);
              }
            });
  }

  /** Its message goes into a line of the log. */
  private static String refused(MalformedFrameException refused) {
    assertThat(PRINTABLE.matcher(refused.getMessage()).matches()).as(refused.getMessage()).isTrue();
    return Fuzzer.refusedAt(refused);
  }

  @Test
  void keepsEachKindOfMessage() {
    Map<String, byte[]> messages = new TreeMap<>();
    MessageSamples.all()
        .forEach(
            message -> {
              byte[] frame = MessageCodec.encode(message);
              String name = message.getClass().getSimpleName() + "-" + frame.length;
              messages.put(name, frame);
            });
    ByteBuffer stream = ByteBuffer.allocate(MOST_FRAME_BYTES);
    messages.values().forEach(frame -> stream.putInt(frame.length).put(frame).putInt(0));
    messages.put("stream", bytes(stream.putInt(END)));
    Corpus.requireNamesOf(FuzzTarget.MESSAGES, messages);
    Map<String, byte[]> kept = Corpus.of(FuzzTarget.MESSAGES);
    messages.keySet().stream()
        .filter(name -> kept.containsKey(name) && !name.equals("stream"))
        .forEach(name -> assertThat(decoded(kept.get(name))).isEqualTo(name.replaceAll("-.*", "")));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Test
  void keepsEachKindOfHandshake() {
    Map<String, byte[]> messages = new TreeMap<>();
    Map.of(
            "Hello",
            new Hello(2, 2, "test", MEMBER, "node-2", -3),
            "Hello-newer",
            new Hello(2, 99, "test", MEMBER, "node-2", -3),
            "UnknownVersions",
            new UnknownVersions(40, 90),
            "Welcome",
            new Welcome(2, MEMBER),
            "Reject",
            new Reject("wrong cluster"))
        .forEach((name, message) -> messages.put(name, HandshakeCodec.encode(message)));
    Corpus.requireNamesOf(FuzzTarget.HANDSHAKE, messages);
    Map<String, byte[]> kept = Corpus.of(FuzzTarget.HANDSHAKE);
    messages.keySet().stream()
        .filter(kept::containsKey)
        .forEach(
            name ->
                assertThat(HandshakeCodec.decode(kept.get(name), SpokenVersions.OURS).getClass())
                    .as(name)
                    .hasToString(
                        "class "
                            + HandshakeMessage.class.getName()
                            + "$"
                            + name.replaceAll("-.*", "")));
  }
}
