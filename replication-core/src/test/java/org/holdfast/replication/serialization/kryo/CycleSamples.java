// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The part of the table with cycles through containers that hash or compare, as in JPA models. */
final class CycleSamples {
  /** The fields that are read after its lines are hashed by them. */
  static final class Order implements Serializable {
    Object lines;
    String number;

    Order(String number) {
      this.number = number;
    }
  }

  static final class Line implements Serializable, Comparable<Line> {
    final Order order;
    final int position;

    Line(Order order, int position) {
      this.order = order;
      this.position = position;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Line l
          && l.position == position
          && Objects.equals(l.order.number, order.number);
    }

    @Override
    public int hashCode() {
      return 31 * Objects.hashCode(order.number) + position;
    }

    @Override
    public int compareTo(Line other) {
      return Integer.compare(position, other.position);
    }
  }

  /** Hashes by what it has itself. */
  static final class Numbered implements Serializable {
    final Order order;
    final int number;

    Numbered(Order order, int number) {
      this.order = order;
      this.number = number;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Numbered n && n.number == number;
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  private CycleSamples() {}

  static void addTo(Samples to) {
    kept(to, "HashSet in a cycle", 5, HashSet::new);
    kept(to, "LinkedHashSet in a cycle", 40, LinkedHashSet::new);
    kept(to, "keys of a HashMap in a cycle", 3, CycleSamples::keys);
    kept(
        to,
        "keys of a ConcurrentHashMap in a cycle",
        3,
        lines -> new ConcurrentHashMap<>(keys(lines)));
    kept(to, "TreeSet in a cycle", 3, TreeSet::new);
    kept(to, "Set.of two in a cycle", 2, Set::copyOf);
    kept(to, "HashSet of one in a cycle", 1, HashSet::new);
    refused(to, "Set.of three in a cycle", 3, Set::copyOf);
    refused(to, "keys of Map.of in a cycle", 3, lines -> Map.copyOf(keys(lines)));
    refused(
        to,
        "unmodifiableSet in a cycle",
        5,
        lines -> Collections.unmodifiableSet(new HashSet<>(lines)));
    refused(to, "ConcurrentHashMap.newKeySet in a cycle", 5, CycleSamples::keySet);
    refused(
        to,
        "HashSet in a cycle, beside a hook",
        5,
        lines -> new Object[] {new SampleBeans.WithReadObject(), new HashSet<>(lines)});
    Order ownHash = new Order("7");
    ownHash.lines =
        Set.of(new Numbered(ownHash, 1), new Numbered(ownHash, 2), new Numbered(ownHash, 3));
    to.by(
        "Set.of three in a cycle, hashed by what is whole",
        ownHash,
        o -> ((Set<?>) o.lines).contains(new Numbered(ownHash, 2)));
    Order values = new Order("8");
    values.lines = Map.of("a", new Line(values, 1), "b", new Line(values, 2));
    to.by("values of Map.of in a cycle", values, o -> ((Map<?, ?>) o.lines).get("b") != null);
  }

  private static Order order(int count, Function<List<Line>, Object> container) {
    Order order = new Order("4711");
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(new Line(order, i));
    }
    order.lines = container.apply(lines);
    return order;
  }

  private static void kept(
      Samples to, String title, int count, Function<List<Line>, Object> container) {
    to.by(title, order(count, container), CycleSamples::found);
  }

  private static void refused(
      Samples to, String title, int count, Function<List<Line>, Object> container) {
    to.no(title, order(count, container));
  }

  private static Object found(Order order) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Line like = new Line(new Order("4711"), i);
      boolean there =
          order.lines instanceof Map<?, ?> map
              ? map.containsKey(like)
              : ((Collection<?>) order.lines).contains(like);
      if (there) {
        found.add(i);
      }
    }
    return found;
  }

  private static Map<Object, Object> keys(List<Line> lines) {
    Map<Object, Object> map = new HashMap<>();
    lines.forEach(line -> map.put(line, line.position));
    return map;
  }

  private static Object keySet(List<Line> lines) {
    Set<Object> set = ConcurrentHashMap.newKeySet();
    set.addAll(lines);
    return set;
  }
}
