// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.kryo.CompiledVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A session goes back and forth between nodes with two versions of an application, which change and
 * share at random: what a node can read it finds as the last one left it, and what it cannot read
 * is there again on a node that can.
 */
class SharedUpgradeRandomTest {
  private static final String BEFORE =
      "class Item implements Serializable { public int number;"
          + " public List<Object> links = new ArrayList<>();"
          + " public static Object make() { return new Item(); } }";
  private static final String AFTER =
      BEFORE
          + "\n---\nclass Gone extends Item { public static Object make() { return new Gone(); } }";
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");
  private static final long SEED = Seeds.one();

  private final CompiledVersion before = new CompiledVersion(BEFORE, "");
  private final CompiledVersion after = new CompiledVersion(AFTER, "");
  private RecordingSecondary secondary;

  private SessionAttributes arrive(CompiledVersion version, ChangeDetection detection) {
    return new SessionAttributes(
        version.codec,
        detection,
        new ReplicationMetrics(),
        new AttributeTraffic("cluster", "member", "shop"),
        AttributePatches.of(
            ApplicationConfig.of("shop", version).withPatchFromBytes(256), secondary::bytes),
        secondary.envelopes(),
        (name, problem, replaced) -> {});
  }

  private static Object field(Object node, String name) {
    try {
      var field = node.getClass().getField(name);
      field.setAccessible(true);
      return field.get(node);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static void renumber(Object node, int number) {
    try {
      var field = node.getClass().getField("number");
      field.setAccessible(true);
      field.set(node, number);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("number", e);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Object> links(Object node) {
    return (List<Object>) field(node, "links");
  }

  private static void append(StringBuilder text, IdentityHashMap<Object, Integer> seen, Object at) {
    Integer known = seen.putIfAbsent(at, seen.size());
    if (known != null) {
      text.append('#').append(known);
      return;
    }
    text.append(field(at, "number")).append('[');
    for (Object link : links(at)) {
      append(text, seen, link);
      text.append(' ');
    }
    text.append(']');
  }

  /** The text of all together: the same text for the same values that share the same objects. */
  private static String together(Map<String, Object> attributes) {
    StringBuilder text = new StringBuilder();
    IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    new TreeMap<>(attributes)
        .forEach(
            (name, value) -> {
              text.append(name).append('=');
              append(text, seen, value);
            });
    return text.toString();
  }

  private static Map<String, String> each(Map<String, Object> attributes) {
    Map<String, String> shapes = new TreeMap<>();
    attributes.forEach((name, value) -> shapes.put(name, together(Map.of(name, value))));
    return shapes;
  }

  private void change(Random random, SessionAttributes here, CompiledVersion version) {
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      Object value = here.get(name);
      Object other = here.get(NAMES.get(random.nextInt(NAMES.size())));
      int kind = random.nextInt(10);
      if (value == null && kind < 6) {
        boolean gone = version == after && random.nextInt(3) == 0;
        Object fresh = version.make(gone ? "shop.Gone" : "shop.Item");
        if (other != null) {
          links(fresh).add(other);
        }
        here.put(name, fresh);
      } else if (kind == 9) {
        here.remove(name);
      } else if (value != null && other != null && kind < 3) {
        links(value).add(other);
      } else if (value != null && kind < 5) {
        links(value).clear();
      } else if (value != null) {
        renumber(value, random.nextInt(100));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ChangeDetection.class,
      names = {"ON_GET", "ALL"})
  void findWhatTheLastNodeLeft_andKeepsWhatCannotBeRead(ChangeDetection detection) {
    Random random = new Random(SEED);
    for (int round = 0; round < 150; round++) {
      String at = "-Dseed=" + SEED + " round " + round;
      secondary = new RecordingSecondary(Map.of());
      Map<String, String> expected = new HashMap<>();
      String readTogether = "";
      TreeSet<String> readable = new TreeSet<>();
      for (int move = 0; move < 8; move++) {
        CompiledVersion version = random.nextBoolean() ? before : after;
        SessionAttributes here = arrive(version, detection);
        Map<String, Object> seen = new HashMap<>(here);
        each(seen).forEach((name, shape) -> assertThat(shape).as(at).isEqualTo(expected.get(name)));
        if (version == after) {
          assertThat(seen.keySet()).as(at).isEqualTo(expected.keySet());
          seen.keySet().retainAll(readable);
          assertThat(together(seen)).as(at).isEqualTo(readTogether);
        }
        if (random.nextBoolean()) {
          assertThat(secondary.commit(here)).as(at + ": only read").isEmpty();
        }
        for (int request = random.nextInt(3); request > 0; request--) {
          change(random, here, version);
          secondary.commit(here);
          here.forgetTouched();
        }
        Map<String, Object> left = new HashMap<>(here);
        expected.putAll(each(left));
        TreeSet<String> held = new TreeSet<>(left.keySet());
        secondary.envelopes().keySet().stream()
            .filter(name -> !UnitEnvelope.isUnitName(name))
            .forEach(held::add);
        expected.keySet().retainAll(held);
        readable = new TreeSet<>(left.keySet());
        readTogether = together(left);
      }
    }
  }
}
