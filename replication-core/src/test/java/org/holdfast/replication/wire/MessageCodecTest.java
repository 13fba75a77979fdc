// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.transport.MalformedFrameException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MessageCodecTest {
  private static final String KEY = MessageSamples.KEY;
  private static final Label LABEL = MessageSamples.LABEL;

  static Stream<Message> messages() {
    return MessageSamples.all();
  }

  @Test
  void coversEachTypeOfMessage() {
    assertThat(messages().<Class<?>>map(Message::getClass))
        .containsAll(typesOf(Message.class).toList());
    assertThat(messages().map(MessageCodecTest::code).distinct())
        .as("codes on the wire")
        .hasSameSizeAs(typesOf(Message.class).toList());
  }

  private static Stream<Class<?>> typesOf(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(MessageCodecTest::typesOf).distinct()
        : Stream.of(type);
  }

  private static int code(Message message) {
    return MessageCodec.encode(message)[0];
  }

  @ParameterizedTest
  @MethodSource("messages")
  void bringsBackWhatWasSent(Message message) {
    Message back = MessageCodec.decode(MessageCodec.encode(message));

    assertThat(back).usingRecursiveComparison().isEqualTo(message);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void refusesTheFrame_whenItIsCutAtAnyByte(Message message) {
    byte[] frame = MessageCodec.encode(message);

    for (int length = 0; length < frame.length; length++) {
      byte[] cut = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> MessageCodec.decode(cut))
          .as("cut after %d of %d bytes", length, frame.length)
          .isInstanceOf(MalformedFrameException.class)
          .hasMessageContaining("byte");
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void refusesTheFrame_whenBytesFollow(Message message) {
    byte[] frame = MessageCodec.encode(message);

    assertThatThrownBy(() -> MessageCodec.decode(Arrays.copyOf(frame, frame.length + 1)))
        .isInstanceOf(MalformedFrameException.class);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void decodesOrRefuses_whateverByteIsDamaged(Message message) {
    byte[] frame = MessageCodec.encode(message);

    for (int i = 0; i < frame.length * 8; i++) {
      byte[] damaged = frame.clone();
      damaged[i / 8] ^= (byte) (1 << i % 8);
      decodeOrRefuse(damaged);
    }
  }

  @Test
  void allocatesNothing_forALengthThatTheFrameDoesNotHave() {
    byte[] frame = {1, 1, 'k', 0, 0, 0, 0, 0, -1, -1, -1, -1, 7};

    assertThatThrownBy(() -> MessageCodec.decode(frame))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("only 0 bytes are left");
  }

  /** The part of a frame before the number of things, or the length of one. */
  static Stream<Arguments> counts() {
    IntFunction<byte[]> name =
        i -> new byte[] {3, (byte) (i >> 14), (byte) (i >> 7 & 127), (byte) (i & 127)};
    IntFunction<byte[]> attribute = i -> Arrays.copyOf(name.apply(i), 5);
    IntFunction<byte[]> zeros = i -> new byte[6];
    return Stream.of(
        counted("settings", zeros, 1, 1, 'k', 0, 0, 0, 0, 0),
        counted("attributes", attribute, 1, 1, 'k', 0, 0, 0, 0, 0, 0),
        counted("attribute name", zeros, 1, 1, 'k', 0, 0, 0, 0, 0, 0, 1),
        counted("attribute", zeros, 1, 1, 'k', 0, 0, 0, 0, 0, 0, 1, 1, 'a'),
        counted("changed attributes", attribute, 2, 1, 'k', 0, 2, 1, 0, 0),
        counted("patches", attribute, 2, 1, 'k', 0, 2, 1, 0, 2, 0),
        counted("removed attributes", name, 2, 1, 'k', 0, 2, 1, 0, 0, 0),
        counted("session key", zeros, 18),
        counted("member name", zeros, 12, 1, 'k', 1),
        counted("leases", zeros, 15),
        counted("view creator", zeros, 16, 1),
        counted("members seen", zeros, 16, 1, 1, 'n', 0, 0, 0, 0, 0, 0, 0),
        counted("bases", zeros, 16, 1, 1, 'n', 0, 0, 0, 0, 0, 0, 0, 0, 0),
        counted("voters", zeros, 16, 1, 1, 'n', 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0));
  }

  private static Arguments counted(String what, IntFunction<byte[]> each, int... before) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int one : before) {
      bytes.write(one);
    }
    return Arguments.of(what, bytes.toByteArray(), each);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("counts")
  void allocatesNothing_forMoreThanTheFrameHasOrAMemberSends(
      String what, byte[] start, IntFunction<byte[]> each) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    byte[] claims = frame(start, Integer.MAX_VALUE, 1_000, each);
    // Each of these takes some 100 bytes of heap, and 1 to 6 bytes of a frame.
    byte[] has = frame(start, 2_000_000, 2_000_000, each);

    for (byte[] hostile : List.of(claims, has)) {
      if (hostile == has && (what.equals("settings") || what.equals("attribute"))) {
        continue; // one array of so many bytes is what a session may have
      }
      MalformedFrameException refused = null;
      long allocated = Long.MAX_VALUE;
      // More than once: making the first message of a kind loads classes.
      for (int tries = 0; tries < 3; tries++) {
        long before = threads.getThreadAllocatedBytes(self);
        refused = refusal(hostile);
        allocated = Math.min(allocated, threads.getThreadAllocatedBytes(self) - before);
      }
      assertThat(refused).as("%,d bytes", hostile.length).isNotNull();
      assertThat(allocated).as("%,d bytes", hostile.length).isLessThan(100_000);
    }
  }

  private static @Nullable MalformedFrameException refusal(byte[] frame) {
    try {
      Message unused = MessageCodec.decode(frame);
      return null;
    } catch (MalformedFrameException refused) {
      return refused;
    }
  }

  private static byte[] frame(byte[] start, long count, int things, IntFunction<byte[]> each) {
    WireWriter frame = new WireWriter();
    frame.writeAsIs(start).writeNumber(count);
    for (int i = 0; i < things; i++) {
      frame.writeAsIs(each.apply(i));
    }
    return frame.toBytes();
  }

  @Test
  void copiesTheSessionOnce_intoTheFrameThatHasIt() {
    Map<String, byte[]> attributes = new HashMap<>();
    for (int i = 0; i < 400; i++) {
      attributes.put("attribute" + i, new byte[1_000]);
    }
    SessionImage image = new SessionImage(new byte[60], attributes);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    byte[] frame = {};
    long allocated = Long.MAX_VALUE;
    for (int tries = 0; tries < 3; tries++) {
      long before = threads.getThreadAllocatedBytes(self);
      frame = MessageCodec.encode(new Message.Full(KEY, Label.NONE, LABEL, 1, image));
      allocated = Math.min(allocated, threads.getThreadAllocatedBytes(self) - before);
    }
    assertThat(frame).hasSizeGreaterThan(400_000);
    assertThat(allocated).isBetween((long) frame.length, frame.length + 10_000L);
  }

  @Test
  void sendsOnlyThePatch_ofAnAttributeThatIsPatched() {
    byte[] whole = new byte[10_000];
    Changes made =
        new Changes(
            null,
            Map.of("large", whole, "n", new byte[9]),
            Set.of(),
            Map.of("large", new byte[] {7}));

    byte[] frame = MessageCodec.encode(new Message.Delta(KEY, LABEL, 299, 0, made));

    assertThat(frame).hasSizeLessThan(100);
    Changes come = ((Message.Delta) MessageCodec.decode(frame)).changes();
    assertThat(come.changed()).containsOnlyKeys("n");
    assertThat(come.patches()).containsOnlyKeys("large");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4                         | the flags of a step must be 0 to 3, were 4
          2, 0, 0, 0                | a step is said to have patches, and has none
          2, 1, 1, 97, 0, 1, 1, 97, 0, 0 | an attribute is named twice
          2, 0, 1, 1, 97, 0, 1, 1, 97    | an attribute is named twice
          2, 0, 2, 1, 97, 0, 1, 97, 0, 0 | an attribute is named twice
          2, 0, 127                 | attributes is 127, but only 0 bytes are left
          2, 0, 1, 1, 97, 127, 0    | attribute is 127, but only 1 bytes are left
          """)
  void refusesAStep_whosePatchesAreNoneOrAmbiguousOrTooLong(String step, String why) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    // A delta of session "k" from version 1 to version 2 of no epoch, without a lease.
    frame.writeBytes(new byte[] {2, 1, 'k', 0, 2, 1, 0});
    for (String number : step.split(",")) {
      frame.write(Integer.parseInt(number.strip()));
    }

    assertThatThrownBy(() -> MessageCodec.decode(frame.toByteArray()))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(why);
  }

  @Test
  void roundsLeasesUp_toWholeMilliseconds() {
    Message.Full sent = new Message.Full(KEY, Label.NONE, LABEL, 1, SessionImage.EMPTY);

    Message.Full back = (Message.Full) MessageCodec.decode(MessageCodec.encode(sent));

    assertThat(back.leaseNanos()).isEqualTo(1_000_000);
  }

  private static void decodeOrRefuse(byte[] frame) {
    try {
      Message message = MessageCodec.decode(frame);
      assertThat(MessageCodec.encode(message)).hasSameSizeAs(frame);
    } catch (MalformedFrameException refused) {
      assertThat(refused).hasMessageContaining("byte");
    }
  }
}
