// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first value of a class is good, a later one is not: it must be refused on writing, or come
 * back as it is. None may fail only on reading.
 */
class LaterValuesTest {
  static final class Interval implements Serializable {
    int low;
    int high;

    Interval(int low, int high) {
      this.low = low;
      this.high = high;
    }

    private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
      input.defaultReadObject();
      if (low > high) {
        throw new InvalidObjectException("low must not be above high");
      }
    }
  }

  record NotEmpty(List<String> names) implements Serializable {
    NotEmpty {
      if (names.isEmpty()) {
        throw new IllegalArgumentException("names must not be empty");
      }
    }
  }

  record Steps(int count) implements Serializable {
    Steps {
      count = count < 5 ? count : count + 1;
    }
  }

  static final class Item implements Serializable, Comparable<Item> {
    String name;
    int price;

    Item(String name, int price) {
      this.name = name;
      this.price = price;
    }

    @Override
    public int compareTo(Item other) {
      int byName = name.compareTo(other.name);
      return byName != 0 ? byName : Integer.compare(price, other.price);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Item i && i.name.equals(name) && i.price == price;
    }

    @Override
    public int hashCode() {
      return name.hashCode() + price;
    }

    @Override
    public String toString() {
      return name + price;
    }
  }

  private record Case(String title, Object first, Object later) {
    @Override
    public String toString() {
      return title;
    }
  }

  static Stream<Case> cases() {
    List<String> names = new ArrayList<>(List.of("a"));
    NotEmpty emptied = new NotEmpty(names);
    names.clear();
    return Stream.of(
        new Case("nCopies", Collections.nCopies(3, "a"), Collections.nCopies(1_000, "a")),
        new Case("readObject with checks", new Interval(1, 2), new Interval(2, 1)),
        new Case("emptied list of a record", new NotEmpty(List.of("a")), emptied),
        new Case("record that counts on", new Steps(3), new Steps(7)),
        new Case(
            "element of a TreeSet became equal",
            new TreeSet<>(items()),
            changed(new TreeSet<>(items()), i -> i.price = 1)),
        new Case(
            "element of a TreeSet changed its place",
            new TreeSet<>(items()),
            changed(new TreeSet<>(items()), i -> i.price = 10 - i.price)),
        new Case(
            "element of a TreeSet fails to compare",
            new TreeSet<>(items()),
            changed(new TreeSet<>(items()), i -> i.name = null)),
        new Case(
            "only element of a TreeSet fails to compare",
            new TreeSet<>(items()),
            changed(new TreeSet<>(items().subList(0, 1)), i -> i.name = null)),
        new Case("key of a TreeMap became equal", treeMap(i -> {}), treeMap(i -> i.price = 1)),
        new Case(
            "element of a PriorityQueue changed its place",
            new PriorityQueue<>(items()),
            changed(new PriorityQueue<>(items()), i -> i.price = 10 - i.price)),
        new Case(
            "element of a PriorityQueue fails to compare",
            new PriorityQueue<>(items()),
            changed(new PriorityQueue<>(items()), i -> i.name = null)),
        new Case(
            "only element of a HashSet fails to hash",
            new HashSet<>(items()),
            changed(new HashSet<>(items().subList(0, 1)), i -> i.name = null)),
        new Case(
            "only key of a HashMap fails to hash", hashMap(i -> {}), hashMap(i -> i.name = null)));
  }

  private static List<Item> items() {
    return Arrays.asList(new Item("", 1), new Item("", 2), new Item("", 3));
  }

  private static Object changed(
      Collection<Item> container, java.util.function.Consumer<Item> change) {
    List.copyOf(container).forEach(change);
    return container;
  }

  private static Object treeMap(java.util.function.Consumer<Item> change) {
    Map<Item, String> map = new TreeMap<>();
    items().forEach(item -> map.put(item, "v"));
    List.copyOf(map.keySet()).forEach(change);
    return map;
  }

  private static Object hashMap(java.util.function.Consumer<Item> change) {
    Map<Item, String> map = new HashMap<>(Map.of(items().get(0), "v"));
    List.copyOf(map.keySet()).forEach(change);
    return map;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void refusesALaterValueOnWriting_orGivesItBackAsItIs(Case tried) {
    for (AttributeCodecContract contract :
        List.of(new KryoRoundTripTest(), new JdkRoundTripTest())) {
      AttributeCodec codec = contract.codec(Verification.FIRST_SIGHT);
      codec.check("a", tried.first);
      codec.check("a", new ArrayList<>(List.of(tried.first)));
      for (int i = 0; i < 2; i++) {
        if (keeps(() -> codec.check("a", tried.later))) {
          Object copy = codec.decode("a", codec.encode("a", tried.later));
          assertThat(parts(copy)).isEqualTo(parts(tried.later));
        } else {
          assertThat(keeps(() -> codec.encode("a", tried.later))).isFalse();
        }
      }
    }
  }

  private static boolean keeps(Runnable way) {
    try {
      way.run();
      return true;
    } catch (UnserializableAttributeException e) {
      return false;
    }
  }

  private static List<String> parts(Object value) {
    Object parts = value instanceof Map<?, ?> map ? map.entrySet() : value;
    return parts instanceof Collection<?> all
        ? all.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(parts));
  }
}
