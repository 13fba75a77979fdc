// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An encode allocates its result and little else. */
class EncodeGarbageTest {
  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  @ParameterizedTest
  @ValueSource(ints = {10, 30, 300})
  void allocatesAtMostThreeTimesTheEncodedSize(int lists) {
    Map<String, Object> value = new HashMap<>();
    for (int i = 0; i < lists; i++) {
      value.put("list-" + i, new ArrayList<>(List.of("first", i, "third of them")));
    }
    int encoded = codec.encode("a", value).length;

    assertThat(bytesPerEncode(value, 3L * encoded)).isLessThanOrEqualTo(3L * encoded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cart", "linked map", "immutable lists", "10,000 objects", "2 MB", "texts"})
  void allocatesAtMostThreeTimesTheEncodedSize_whateverItHolds(String kind) {
    Object value =
        switch (kind) {
          case "cart" -> BenchmarkCart.of(15);
          case "linked map" -> {
            Map<Integer, Integer> map = new LinkedHashMap<>();
            IntStream.range(0, 500).forEach(i -> map.put(i, i));
            yield map;
          }
          case "immutable lists" ->
              IntStream.range(0, 200).mapToObj(i -> List.of(i, i + 1, i + 2)).toList();
          case "10,000 objects" -> {
            List<Object> list = new ArrayList<>();
            IntStream.range(0, 10_000).forEach(i -> list.add(new ArrayList<>(List.of(i))));
            yield list;
          }
          case "2 MB" -> new byte[2 << 20];
          default -> new ArrayList<>(List.of("x".repeat(3_000), "ж".repeat(3_000)));
        };
    int encoded = codec.encode("a", value).length;
    assertThat(encoded).isGreaterThanOrEqualTo(1_024);

    assertThat(bytesPerEncode(value, 3L * encoded)).isLessThanOrEqualTo(3L * encoded);
  }

  /** Each allocates one object that the compiler of the JVM removes mostly, but not always. */
  @Test
  void allocatesAtMostSixTimesTheEncodedSize_whenItHoldsNothingButDecimals() {
    List<Object> list = new ArrayList<>();
    IntStream.range(0, 300).forEach(i -> list.add(BigDecimal.valueOf(100L * i, 2)));
    int encoded = codec.encode("a", list).length;

    assertThat(bytesPerEncode(list, 6L * encoded)).isLessThanOrEqualTo(6L * encoded);
  }

  /** Large bytes in few objects: what the compiler of the JVM does without makes no difference. */
  @Test
  void allocatesNoEnvelope_whenItOnlyChecks() {
    List<Object> value = new ArrayList<>(List.of(new byte[64 << 10]));

    assertThat(bytesPerEncode(value, 0)).isGreaterThan(64 << 10);
    assertThat(bytesPerRound(() -> codec.check("a", value), 0)).isLessThan(8 << 10);
  }

  /** As {@link #bytesPerRound}. */
  private long bytesPerEncode(Object value, long enough) {
    return bytesPerRound(() -> codec.encode("a", value), enough);
  }

  /**
   * Returns the first average of a round that is at most {@code enough}, or the smallest of many
   * rounds: compilation and a renewed pool are not what is measured.
   */
  private static long bytesPerRound(Runnable work, long enough) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 60 && least > enough; round++) {
      long before = threads.getThreadAllocatedBytes(self);
      for (int i = 0; i < 100; i++) {
        work.run();
      }
      least = Math.min(least, (threads.getThreadAllocatedBytes(self) - before) / 100);
    }
    return least;
  }
}
