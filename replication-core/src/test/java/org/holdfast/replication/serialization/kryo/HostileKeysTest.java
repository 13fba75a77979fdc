// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Test;

/** Keys that are few bytes each, but take long to compare with one another. */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // as hostile as they come
class HostileKeysTest extends HostileBytes {
  private static final int MANY = 12_000;

  /** The JDK keeps none of these in trees: equal hash codes are compared each with each. */
  @Test
  void refusesKeysOfOneHashCode_thatNoTreeOrders() {
    List<IntFunction<Serializable>> makers =
        List.of(
            HostileKeysTest::collidingDateTime,
            HostileKeysTest::collidingPeriod,
            HostileKeysTest::collidingTimestamp,
            Unordered::new);
    for (IntFunction<Serializable> maker : makers) {
      List<Serializable> keys = keys(maker);
      assertThat(keys.stream().map(Object::hashCode).distinct()).hasSize(1);

      refused(jdk(new HashSet<>(standIns(keys))));
      refused(jdk(new LinkedHashSet<>(standIns(keys))));
      refused(jdk((Serializable) Set.copyOf(standIns(keys))));
      if (!(keys.get(0) instanceof Timestamp)) { // goes through JDK serialization
        refused(kryo(HashSet.class, keys, false));
        refused(kryo(LinkedHashSet.class, keys, false));
        refused(kryo(Set.class, keys, false));
      }
    }
  }

  /** An immutable set has twice as many places as elements: all of these want the first. */
  @Test
  void refusesNumbersThatMeetInAnImmutableContainer() {
    List<Serializable> keys = keys(i -> i * 2 * MANY);

    refused(kryo(Set.class, keys, false));
    refused(kryo(Map.class, keys, true));
    refused(jdk((Serializable) Set.copyOf(standIns(keys))));
    refused(jdk(Map.copyOf(mapOf(standIns(keys)))));
    assertThat(readQuickly(kryo(HashSet.class, keys, false))).isEqualTo(new HashSet<>(keys));
  }

  /** A table keeps them in one list, even texts. */
  @Test
  void refusesTextsOfOneHashCode_inATable() {
    List<Serializable> keys = keys(HostileKeysTest::collidingText);
    assertThat(keys.stream().map(Object::hashCode).distinct()).hasSize(1);

    refused(kryo(Hashtable.class, keys, true));
    refused(jdk(new Hashtable<>(mapOf(standIns(keys)))));
    refused(kryo(Set.class, keys, false));
    assertThat(readQuickly(kryo(HashSet.class, keys, false))).isEqualTo(new HashSet<>(keys));
  }

  /** The lengths that a growing table takes are known: multiples of the last one meet in it. */
  @Test
  void readsOrRefusesQuickly_whenNumbersMeetInATable() {
    for (int factor : new int[] {24_575, 12_287, 16_001, 3}) {
      List<Serializable> keys = keys(i -> i * factor);

      Object unused = readOrRefusedQuickly(kryo(Hashtable.class, keys, true));
      unused = readOrRefusedQuickly(jdk(new Hashtable<>(mapOf(standIns(keys)))));
    }
  }

  private static Serializable collidingText(int i) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 15; bit++) {
      text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private static Map<Object, Object> mapOf(List<? extends Serializable> keys) {
    Map<Object, Object> map = new HashMap<>();
    keys.forEach(key -> map.put(key, "v"));
    return map;
  }

  private static Serializable collidingDateTime(int i) {
    LocalDate date = LocalDate.ofEpochDay(i);
    long nanos = (date.hashCode() ^ 0x1234_5678) & 0xFFFF_FFFFL;
    return LocalDateTime.of(date, LocalTime.ofNanoOfDay(nanos));
  }

  private static Serializable collidingPeriod(int i) {
    return Period.of(0x7654_3210 - Integer.rotateLeft(i, 8), i, 0);
  }

  private static Serializable collidingTimestamp(int i) {
    return new Timestamp(((long) i << 32) | (i ^ 0x1234_5678));
  }

  /** Its claim about order holds for none of its values. */
  private record Unordered(int number) implements Comparable<Unordered>, Serializable {
    @Override
    public int compareTo(Unordered other) {
      return 0;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Test
  void readsHonestKeysOfTheSameClasses() {
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 3_000; i++) {
      LocalDate date = LocalDate.ofEpochDay(i);
      map.put(date, i);
      map.put(date.atTime(i % 24, i % 60), i);
      map.put(Period.ofDays(i), i);
      map.put(new Timestamp(1_700_000_000_000L + 60_000L * i), i);
    }

    assertThat(codec.decode("a", codec.encode("a", map))).isEqualTo(map);
    assertThat(jdkCodec.decode("a", jdkCodec.encode("a", map))).isEqualTo(map);
    map.keySet().removeIf(key -> key instanceof Timestamp);
    assertThat(codec.decode("a", codec.encode("a", map))).isEqualTo(map);
  }

  @Test
  void readsHonestTablesAndImmutableContainers() {
    Map<Object, Object> texts = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      texts.put("text number " + i, "value " + i);
    }
    for (Object value :
        List.of(
            new Hashtable<>(texts),
            Map.copyOf(texts),
            Set.copyOf(texts.keySet()),
            Set.copyOf(keys(i -> i)),
            Map.copyOf(mapOf(keys(i -> i))))) {
      assertThat(codec.decode("a", codec.encode("a", value))).isEqualTo(value);
      assertThat(jdkCodec.decode("a", jdkCodec.encode("a", value))).isEqualTo(value);
    }
  }

  /** A queue may hold what is equal, and hashes nothing. */
  @Test
  void readsQueuesOfEqualElements() {
    LocalDateTime time = LocalDateTime.of(2026, 11, 21, 12, 0);
    PriorityQueue<Object> queue = new PriorityQueue<>(java.util.Collections.nCopies(20_000, time));

    assertThat(((PriorityQueue<?>) readQuickly(codec.encode("a", queue)))).hasSize(20_000);
    assertThat(((PriorityQueue<?>) readQuickly(jdkCodec.encode("a", queue)))).hasSize(20_000);
  }

  /** Comparing a long decimal with one of another scale takes a power of ten of that length. */
  @Test
  void refusesDecimalsThatTakeLongToCompare() {
    int digits = 900_000;
    List<Serializable> keys = new ArrayList<>();
    keys.add(new BigDecimal(BigInteger.ONE.shiftLeft((int) (digits / 0.30103)), 0));
    for (int i = 1; i < 1_000; i++) {
      keys.add(new BigDecimal(BigInteger.valueOf(i), Integer.toString(i).length() - digits - 1));
    }

    refused(kryo(TreeSet.class, keys, false));
    refused(kryo(PriorityQueue.class, keys, false));
    refused(jdk(new PriorityQueue<>(standIns(keys))));
  }

  @Test
  void readsNumbersOfHugeScaleOrLengthAtOnce() {
    BigInteger large = BigInteger.ONE.shiftLeft(8 << 20);
    List<Object> values =
        List.of(
            new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE),
            new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE),
            new BigDecimal(large, Integer.MIN_VALUE),
            large,
            new HashSet<>(Set.of(new HashMap<>(Map.of(large, 1)))),
            new TreeSet<>(
                Set.of(
                    new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE),
                    new BigDecimal(BigInteger.TWO, Integer.MIN_VALUE))));
    for (Object value : values) {
      assertThat(readQuickly(codec.encode("a", value)).equals(value)).isTrue();
      assertThat(readQuickly(jdkCodec.encode("a", value)).equals(value)).isTrue();
    }
  }

  private static List<Serializable> keys(IntFunction<Serializable> maker) {
    return IntStream.range(0, MANY).mapToObj(maker).toList();
  }

  /** The bytes of a list, but for the class: no container is ever made of such keys here. */
  private byte[] kryo(Class<?> type, List<Serializable> keys, boolean withValues) {
    List<Object> parts = new ArrayList<>();
    for (Serializable key : keys) {
      parts.add(key);
      if (withValues) {
        parts.add("v");
      }
    }
    byte[] list = codec.encode("a", parts);
    assertThat(list[0]).isEqualTo((byte) Envelope.KRYO);
    Input in = new Input(list, Envelope.HEADER_BYTES, list.length - Envelope.HEADER_BYTES);
    assertThat(in.readVarInt(true)).isEqualTo(id(ArrayList.class) + 2);
    assertThat(in.readVarInt(true)).isEqualTo(Kryo.NOT_NULL);
    assertThat(in.readVarInt(true)).isEqualTo(parts.size());
    return kryo(
        out -> {
          header(out, type);
          out.writeVarInt(keys.size(), true);
          out.writeBytes(list, in.position(), list.length - in.position());
        });
  }

  /**
   * No container of the keys is ever made here: they take the places of others as these are
   * written.
   */
  private static List<StandIn> standIns(List<Serializable> keys) {
    return IntStream.range(0, keys.size()).mapToObj(i -> new StandIn(i, keys.get(i))).toList();
  }

  @SuppressWarnings("ComparableType")
  private static final class StandIn implements Serializable, Comparable<StandIn> {
    private final int number;
    private final Serializable key;

    StandIn(int number, Serializable key) {
      this.number = number;
      this.key = key;
    }

    private Object writeReplace() {
      return key;
    }

    @Override
    public int compareTo(StandIn other) {
      return Integer.compare(number, other.number);
    }
  }

  /** The element has an {@code int} field, too: that is not how often it is repeated. */
  @Test
  void readsKeysThatRepeatALargeNumber() {
    Set<Object> keys = new HashSet<>(Set.of(java.util.Collections.nCopies(3, 1 << 30)));

    assertThat(readQuickly(jdk(keys))).isEqualTo(keys);
  }
}
