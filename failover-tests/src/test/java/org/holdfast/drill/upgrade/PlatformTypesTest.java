// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The levels are those of the codec: an envelope tells which way its object took. */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate", "UnnecessaryStringBuilder"})
class PlatformTypesTest {
  private static final AttributeCodec CODEC =
      new KryoAttributeCodec(
          PlatformTypesTest.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  static Stream<Object> values() throws Exception {
    return Stream.of(
        "x",
        1,
        1L,
        1.0,
        1.0f,
        'x',
        true,
        (byte) 1,
        (short) 1,
        new StringBuilder("x"),
        new StringBuffer("x"),
        BigInteger.ONE,
        BigDecimal.ONE,
        URI.create("http://a"),
        new URL("http://a"),
        new UUID(1, 2),
        Currency.getInstance("EUR"),
        Locale.GERMAN,
        new Date(),
        BitSet.valueOf(new long[] {1}),
        Pattern.compile("x"),
        new ArrayList<>(List.of(1)),
        new LinkedList<>(List.of(1)),
        new ArrayDeque<>(List.of(1)),
        new Vector<>(List.of(1)),
        new Stack<>(),
        new HashSet<>(List.of(1)),
        new LinkedHashSet<>(List.of(1)),
        new HashMap<>(Map.of(1, 1)),
        new LinkedHashMap<>(Map.of(1, 1)),
        new Hashtable<>(Map.of(1, 1)),
        new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1)),
        new AbstractMap.SimpleImmutableEntry<>(1, 1),
        new ConcurrentHashMap<>(Map.of(1, 1)),
        new ConcurrentLinkedQueue<>(List.of(1)),
        new ConcurrentLinkedDeque<>(List.of(1)),
        new AtomicBoolean(),
        new AtomicInteger(),
        new AtomicLong(),
        Instant.EPOCH,
        Instant.EPOCH.atZone(ZoneId.of("Europe/Paris")),
        Integer.class,
        DayOfWeek.MONDAY,
        new IllegalStateException("x"),
        new GregorianCalendar(),
        new Timestamp(1),
        new File("x"),
        new AbstractMap.SimpleEntry<>(1, 1),
        new CopyOnWriteArrayList<>(List.of(1)),
        new AtomicReference<>("x"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void levelIsTheCodecsWay(Object value) {
    byte[] envelope = CODEC.encode("x", value);

    assertThat(PlatformTypes.level(value.getClass().getName()))
        .isEqualTo(
            Envelope.open(envelope, envelope.length).codecId() == Envelope.KRYO
                ? JdkTravel.Level.NEVER
                : JdkTravel.Level.SURE);
  }
}
