// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that are cut, longer, flipped, or not what they say they are. */
@SuppressWarnings("JdkObsolete")
class HostileBytesTest extends HostileBytes {
  static Stream<Class<?>> arrays() {
    return Stream.of(
        byte[].class,
        char[].class,
        short[].class,
        int[].class,
        long[].class,
        float[].class,
        double[].class,
        boolean[].class,
        Object[].class,
        String[].class,
        ArrayList.class,
        java.util.Vector.class,
        java.util.ArrayDeque.class,
        java.util.LinkedList.class,
        HashSet.class,
        HashMap.class,
        java.util.TreeMap.class,
        PriorityQueue.class,
        java.util.BitSet.class,
        List.class,
        Set.class,
        Map.class,
        String.class,
        java.math.BigInteger.class,
        StringBuilder.class,
        java.util.Optional.class);
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void refusesDeclaredLengths_whenBytesAreMissing(Class<?> type) {
    for (int length :
        new int[] {
          Integer.MAX_VALUE, Integer.MAX_VALUE - 2, 1_000_000_000, Integer.MIN_VALUE, -1, 100_000
        }) {
      refused(
          kryo(
              out -> {
                header(out, type);
                out.writeVarInt(length, true);
              }));
      refused(
          kryo(
              out -> {
                header(out, type);
                out.writeByte(0);
                out.writeVarInt(length, true);
                out.writeByte(1);
              }));
    }
  }

  @Test
  void refusesTrailingBytes() {
    for (Object value : List.of(7, "text", new ArrayList<>(List.of(1)), Arrays.asList(1, 2))) {
      byte[] whole = codec.encode("a", value);
      byte[] longer = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length + 1);
      refused(Envelope.seal(whole[0], longer, longer.length));
    }
  }

  @Test
  void refusesTruncationAtEveryByte() {
    for (Object value : List.of(sampleMap(), Arrays.asList("a", List.of(1), "c"))) {
      byte[] whole = codec.encode("a", value);
      for (int length = 0; length < whole.length; length++) {
        refused(Arrays.copyOf(whole, length));
      }
      for (int length = 0; length < whole.length - Envelope.HEADER_BYTES; length++) {
        refused(
            Envelope.seal(
                whole[0], Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length), length));
      }
    }
  }

  static Stream<byte[]> envelopes() {
    HostileBytesTest any = new HostileBytesTest();
    return Stream.of(
        any.codec.encode("a", 42),
        any.codec.encode("a", "text"),
        any.codec.encode("a", sampleMap()),
        any.codec.encode("a", BenchmarkCart.of(10)),
        any.codec.encode("a", "x".repeat(3_000)),
        any.codec.encode("a", Arrays.asList("a", List.of(1), "c")),
        jdk(42),
        jdk(sampleMap()),
        jdk(BenchmarkCart.of(10)));
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void refusesEverySingleBitFlip_byItsChecksum(byte[] whole) {
    Object unused = codec.decode("a", whole);
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      String expected = bit < 8 ? "(checksum .*|unknown codec id -?\\d+ .*)" : "checksum .*";
      assertThatThrownBy(() -> codec.decode("a", flipped))
          .isInstanceOf(CorruptAttributeException.class)
          .message()
          .matches("attribute \"a\": " + expected);
    }
  }

  @Test
  void readsOrRefusesQuickly_whenBytesAreRandomBehindARightChecksum() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    byte[] kryo = codec.encode("a", sampleMap());
    byte[] jdk = jdk(sampleMap());
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 3_000; i++) {
            byte[] whole = (i % 4 == 0 ? jdk : kryo).clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
              whole[Envelope.HEADER_BYTES + random.nextInt(whole.length - Envelope.HEADER_BYTES)] =
                  (byte) random.nextInt();
            }
            byte[] payload = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length);
            try {
              codec.decode("a", Envelope.seal(whole[0], payload, payload.length));
            } catch (CorruptAttributeException expected) {
              assertThat(expected).hasMessageStartingWith("attribute \"a\"");
            }
          }
        },
        "seed " + seed);
  }

  @Test
  void refusesReferencesToObjectsThatDoNotExistYet() {
    refused(
        kryo(
            out -> {
              header(out, ArrayList.class);
              out.writeVarInt(1, true);
              out.writeVarInt(id(ArrayList.class) + 2, true);
              out.writeVarInt(2 + 5, true);
            }));
    refused(
        kryo(
            out -> {
              header(out, List.class);
              out.writeBoolean(false);
              out.writeVarInt(1, true);
              out.writeVarInt(id(List.class) + 2, true);
              out.writeVarInt(2, true);
            }));
  }

  @Test
  void refusesJdkStreamsWithHugeArrays() {
    byte[] bytes = jdk(new byte[] {1});
    byte[] payload = Arrays.copyOfRange(bytes, Envelope.HEADER_BYTES, bytes.length);
    for (int length : new int[] {Integer.MAX_VALUE - 2, 1_000_000_000, -5}) {
      java.nio.ByteBuffer.wrap(payload).putInt(payload.length - 5, length);
      refused(Envelope.seal(Envelope.JDK, payload, payload.length));
    }
  }

  @Test
  void refusesJdkStreamsThatAreCutLongerOrOfAnotherLength() {
    byte[] whole = jdk(sampleMap());
    byte[] payload = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length);
    for (int length = 0; length < payload.length; length++) {
      refused(Envelope.seal(Envelope.JDK, payload, length));
    }
    refused(
        Envelope.seal(
            Envelope.JDK, Arrays.copyOf(payload, payload.length + 1), payload.length + 1));
    byte[] twice = Arrays.copyOf(payload, payload.length + 2);
    twice[payload.length] = 0x70;
    twice[payload.length + 1] = 0x70;
    refused(Envelope.seal(Envelope.JDK, twice, twice.length));
  }

  @Test
  void refusesEnvelopesOverTheLimit() {
    byte[] tooLarge = new byte[(16 << 20) + 1];
    refused(tooLarge);
    refused(new byte[0]);
  }

  @Test
  void refusesJdkReferencesToLaterObjects() {
    ArrayList<Object> list = new ArrayList<>();
    list.add(new int[0]);
    list.add(list);
    byte[] whole = jdk(list);
    byte[] payload = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length);
    int handle = payload.length - 5; // before the end of the list's data
    for (int referred : new int[] {0x7E0004, 0x7E0005, 0x7EFFFF, 0, -1}) {
      java.nio.ByteBuffer.wrap(payload).putInt(handle, referred);
      if (referred != 0x7E0004 || java.nio.ByteBuffer.wrap(payload).get(handle - 1) != 0x71) {
        refused(Envelope.seal(Envelope.JDK, payload, payload.length));
      }
    }
  }

  @Test
  void refusesSizesInJdkCollections_thatAreNegativeOrHuge() {
    for (Object value :
        List.of(
            new ArrayList<>(List.of("one")),
            new HashMap<>(Map.of("one", "1")),
            new HashSet<>(Set.of("one")),
            new java.util.Hashtable<>(Map.of("one", "1")),
            new java.util.ArrayDeque<>(List.of("one")),
            Collections.unmodifiableList(new ArrayList<>(List.of("one"))),
            new PriorityQueue<>(List.of("one")))) {
      for (int size : new int[] {-2, Integer.MIN_VALUE, Integer.MAX_VALUE, 1_000_000_000}) {
        assertThat(refusals(value, size))
            .as("size %d in a %s", size, value.getClass())
            .isPositive();
      }
    }
  }

  /** Sets each number 1 in the stream to {@code size}; some are only hints. */
  private int refusals(Object value, int size) {
    byte[] whole = jdk(value);
    byte[] payload = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length);
    int refused = 0;
    for (int at = 4; at + 4 <= payload.length; at++) {
      byte[] other = payload.clone();
      java.nio.ByteBuffer ints = java.nio.ByteBuffer.wrap(other);
      if (ints.getInt(at) == 1) {
        ints.putInt(at, size);
        byte[] envelope = Envelope.seal(Envelope.JDK, other, other.length);
        Object read = readOrRefusedQuickly(envelope);
        if (read == null) {
          refused++;
        } else {
          assertThat(read).hasToString(value.toString());
        }
      }
    }
    return refused;
  }
}
