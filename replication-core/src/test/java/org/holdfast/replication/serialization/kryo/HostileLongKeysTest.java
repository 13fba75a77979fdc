// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Test;

/** Long keys of small containers, each of which refers to the same ones. */
class HostileLongKeysTest extends HostileBytes {
  private static final Map<String, String> LONG = new HashMap<>();

  @Test
  void refusesLongValuesThatAreHashedAgainAndAgain() {
    int bytes = 150_000;
    BigInteger number = BigInteger.ONE.shiftLeft(8 * bytes).subtract(BigInteger.ONE);
    BitSet bits = new BitSet();
    bits.set(0, 8 * bytes);
    for (Object value : List.of(number, bits)) {
      refused(kryoSets(HashSet.class, bytes / 6, value));
      refused(jdkTimes(bytes / 30, set -> set.add(value), HashSet.class));
    }
  }

  @Test
  @SuppressWarnings("UnnecessaryStringBuilder") // they are the keys, not a way to a text
  void refusesLongValuesThatAreComparedAgainAndAgain() {
    String start = "x".repeat(100_000);
    for (Class<?> type : List.of(TreeSet.class, PriorityQueue.class)) {
      refused(
          kryoSets(type, 10_000, new StringBuilder(start + "a"), new StringBuilder(start + "b")));
      refused(kryoSets(type, 10_000, URI.create(start + "a"), URI.create(start + "b")));
    }
    refused(jdkTimes(3_000, set -> addBoth(set, start, "a", "b"), PriorityQueue.class));
    refused(jdkTimes(3_000, set -> addBoth(set, start, "AaBB", "BBAa"), HashSet.class));
  }

  private static void addBoth(Collection<Object> set, String start, String a, String b) {
    set.add(LONG.computeIfAbsent(a, end -> start + end));
    set.add(LONG.computeIfAbsent(b, end -> start + end));
  }

  @Test
  void readsHonestLongKeys() {
    Set<Object> numbers = new HashSet<>();
    Set<Object> texts = new TreeSet<>();
    for (int i = 0; i < 500; i++) {
      numbers.add(BigInteger.ONE.shiftLeft(3_000).add(BigInteger.valueOf(i)));
      texts.add("the same long beginning of a key ".repeat(10) + i);
    }
    for (Set<Object> set : List.of(numbers, texts, Set.copyOf(numbers), Set.copyOf(texts))) {
      assertThat(readQuickly(codec.encode("a", set))).isEqualTo(set);
      assertThat(readQuickly(jdkCodec.encode("a", set))).isEqualTo(set);
    }
  }

  private byte[] kryoSets(Class<?> type, int count, Object... keys) {
    return kryo(
        out -> {
          header(out, ArrayList.class);
          out.writeVarInt(count + keys.length, true);
          for (Object key : keys) {
            header(out, key.getClass());
            if (key instanceof BigInteger number) {
              byte[] bytes = number.toByteArray();
              out.writeVarInt(bytes.length, true);
              out.writeBytes(bytes);
            } else if (key instanceof BitSet bits) {
              long[] words = bits.toLongArray();
              out.writeVarInt(words.length, true);
              out.writeLongs(words, 0, words.length);
            } else {
              out.writeString(key.toString());
            }
          }
          for (int i = 0; i < count; i++) {
            header(out, type);
            out.writeVarInt(keys.length, true);
            for (int k = 0; k < keys.length; k++) {
              out.writeVarInt(id(keys[k].getClass()) + 2, true);
              out.writeVarInt(k + 1 + 2, true);
            }
          }
        });
  }

  /**
   * An array of sets with the same content, of which only one is ever made here: the others are
   * written as it was.
   */
  private static byte[] jdkTimes(int count, Consumer<Collection<Object>> fill, Class<?> type) {
    Collection<Object> one = type == HashSet.class ? new HashSet<>(2) : new PriorityQueue<>(2);
    fill.accept(one);
    byte[] single = jdk(new Object[] {one.toArray(), one, 0});
    byte[] twice = jdk(new Object[] {one.toArray(), one, copyOf(one), 0});
    // Each further copy adds as much as the second one, without the array's length.
    int common = single.length - jdkTail().length;
    byte[] further = Arrays.copyOfRange(twice, common, common + twice.length - single.length);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(single, Envelope.HEADER_BYTES, common - Envelope.HEADER_BYTES);
    for (int i = 0; i < count; i++) {
      bytes.writeBytes(further);
    }
    bytes.writeBytes(jdkTail());
    byte[] payload = bytes.toByteArray();
    int lengthAt = indexOf(payload, new byte[] {0, 0, 0, 3});
    ByteBuffer.wrap(payload).putInt(lengthAt, count + 3);
    return Envelope.seal(Envelope.JDK, payload, payload.length);
  }

  private static Collection<Object> copyOf(Collection<Object> one) {
    return one instanceof HashSet ? new HashSet<>(one) : new PriorityQueue<>(one);
  }

  /** The bytes of the last element: a box of a class that stands there for the first time. */
  private static byte[] jdkTail() {
    byte[] whole = jdk(new Object[] {0});
    int start = indexOf(whole, new byte[] {0, 0, 0, 1, 0x73}) + 4;
    return Arrays.copyOfRange(whole, start, whole.length);
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int at = 0; at <= bytes.length - part.length; at++) {
      if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new IllegalStateException("the bytes do not hold the part");
  }
}
