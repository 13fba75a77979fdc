// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("JavaUtilDate") // what applications hold
class GraphHashTest {
  record Pair(String title, Object one, Object other) {
    @Override
    public String toString() {
      return title;
    }
  }

  static final class Bean implements Serializable {
    String a;
    String b;

    Bean(String a, String b) {
      this.a = a;
      this.b = b;
    }
  }

  static final class Labelled extends HashMap<String, String> {
    String label;

    Labelled(String label) {
      this.label = label;
    }
  }

  static Stream<Pair> different() {
    return Stream.of(
        new Pair("dates", new Date(1), new Date(2)),
        new Pair("timestamps", new java.sql.Timestamp(1), new java.sql.Timestamp(2)),
        new Pair("bit sets", bits(3), bits(4)),
        new Pair("flags", new AtomicBoolean(true), new AtomicBoolean(false)),
        new Pair(
            "atomic arrays",
            new AtomicIntegerArray(new int[] {1}),
            new AtomicIntegerArray(new int[] {2})),
        new Pair("patterns", Pattern.compile("a"), Pattern.compile("b")),
        new Pair("problems", new IllegalStateException("a"), new IllegalStateException("b")),
        new Pair("classes", new ArrayList<>(), new java.util.concurrent.CopyOnWriteArrayList<>()),
        new Pair("lists in another order", Arrays.asList(1, 2), Arrays.asList(2, 1)),
        new Pair("linked maps in another order", linked("a", "b"), linked("b", "a")),
        new Pair("swapped fields", new Bean("x", "y"), new Bean("y", "x")),
        new Pair("fields of a map's subclass", new Labelled("x"), new Labelled("y")),
        new Pair("primitive arrays", new int[] {1, 2}, new int[] {1, 3}),
        new Pair("in a reference", new AtomicReference<>("a"), new AtomicReference<>("b")),
        new Pair("hidden contents", new java.util.Random(1), new java.util.Random(1)),
        new Pair(
            "deep inside", List.of(Map.of("k", new Date(1))), List.of(Map.of("k", new Date(2)))));
  }

  @SuppressWarnings("UnnecessaryStringBuilder") // Builders are what is compared.
  static Stream<Pair> alike() {
    return Stream.of(
        new Pair("dates", new Date(5), new Date(5)),
        new Pair("bit sets", bits(3), bits(3)),
        new Pair("capacities", new HashMap<>(Map.of("a", 1)), roomy()),
        new Pair("beans in a set", beans("a", "b"), beans("b", "a")),
        new Pair(
            "entries",
            new AbstractMap.SimpleEntry<>("a", 1),
            new AbstractMap.SimpleEntry<>("a", 1)),
        new Pair("builders", new StringBuilder("a"), new StringBuilder("a")));
  }

  @ParameterizedTest
  @MethodSource("different")
  void tellsValuesApart(Pair pair) {
    assertThat(GraphHash.of(pair.one())).isNotEqualTo(GraphHash.of(pair.other()));
  }

  @ParameterizedTest
  @MethodSource("alike")
  void findsEqualContentsAlike_whateverTheirOrderInMemory(Pair pair) {
    assertThat(GraphHash.of(pair.one())).isEqualTo(GraphHash.of(pair.other()));
  }

  @Test
  void endsOnCycles() {
    List<Object> own = new ArrayList<>();
    own.add(own);

    assertThat(GraphHash.of(own)).isEqualTo(GraphHash.of(own));
  }

  private static BitSet bits(int bit) {
    BitSet bits = new BitSet();
    bits.set(bit);
    return bits;
  }

  private static Map<String, Integer> linked(String first, String second) {
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put(first, 1);
    map.put(second, 1);
    return map;
  }

  private static Map<String, Integer> roomy() {
    Map<String, Integer> map = new HashMap<>(1 << 10);
    map.put("a", 1);
    return map;
  }

  private static Object beans(String first, String second) {
    return new HashSet<>(List.of(new Bean(first, ""), new Bean(second, "")));
  }
}
