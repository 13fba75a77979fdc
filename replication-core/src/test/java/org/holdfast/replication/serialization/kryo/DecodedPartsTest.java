// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.serialization.DecodedPart;
import org.junit.jupiter.api.Test;

/** The values of a unit are readable if they lead to nothing missing: no more or less. */
class DecodedPartsTest {
  private static final String NODE =
      "class Item implements Serializable { public int number; public Object[] links = {};"
          + " public List<Object> more = new ArrayList<>();"
          + " public static Object make() { return new Item(); } }";
  private static final String GONE =
      "\n---\nclass Gone extends Item { public static Object make() { return new Gone(); } }";
  private static final long SEED = Seeds.one();

  private final CompiledVersion writer = new CompiledVersion(NODE + GONE, "");
  private final CompiledVersion reader = new CompiledVersion(NODE, "");

  private static Object field(Object node, String name) {
    try {
      var field = node.getClass().getField(name);
      field.setAccessible(true);
      return field.get(node);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static void link(Object from, Object to) throws ReflectiveOperationException {
    Object[] links = (Object[]) field(from, "links");
    Object[] longer = java.util.Arrays.copyOf(links, links.length + 1);
    longer[links.length] = to;
    var field = from.getClass().getField("links");
    field.setAccessible(true);
    field.set(from, longer);
  }

  @SuppressWarnings("unchecked")
  private List<Object> randomGraph(Random random) throws ReflectiveOperationException {
    List<Object> nodes = new ArrayList<>();
    int size = 3 + random.nextInt(12);
    for (int i = 0; i < size; i++) {
      Object node = writer.make(random.nextInt(8) == 0 ? "shop.Gone" : "shop.Item");
      var number = node.getClass().getField("number");
      number.setAccessible(true);
      number.set(node, i);
      nodes.add(node);
    }
    for (int i = random.nextInt(2 * size); i > 0; i--) {
      Object from = nodes.get(random.nextInt(size));
      Object to = nodes.get(random.nextInt(size));
      if (random.nextBoolean()) {
        link(from, to);
      } else {
        ((List<Object>) field(from, "more")).add(to);
      }
    }
    List<Object> parts = new ArrayList<>();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      parts.add(nodes.get(random.nextInt(size)));
    }
    return parts;
  }

  private static boolean leadsToGone(Object from, Set<Object> seen) {
    if (!seen.add(from)) {
      return false;
    }
    if (from.getClass().getSimpleName().equals("Gone")) {
      return true;
    }
    List<Object> targets = new ArrayList<>((List<?>) field(from, "more"));
    targets.addAll(List.of((Object[]) field(from, "links")));
    return targets.stream().anyMatch(target -> leadsToGone(target, seen));
  }

  private static String shape(Object node, IdentityHashMap<Object, Integer> seen) {
    Integer known = seen.putIfAbsent(node, seen.size());
    if (known != null) {
      return "#" + known;
    }
    StringBuilder shape = new StringBuilder().append(field(node, "number")).append('[');
    Object links = field(node, "links");
    for (int i = 0; i < Array.getLength(links); i++) {
      shape.append(shape(Array.get(links, i), seen)).append(' ');
    }
    for (Object target : (List<?>) field(node, "more")) {
      shape.append('-').append(shape(target, seen)).append(' ');
    }
    return shape.append(']').toString();
  }

  @Test
  void areThoseThatLeadToNothingMissing() throws ReflectiveOperationException {
    Random random = new Random(SEED);
    int unreadable = 0;
    for (int round = 0; round < 2_000; round++) {
      List<Object> values = randomGraph(random);
      byte[] envelope = writer.codec.encode("a+b", values);

      List<DecodedPart> parts = reader.codec.decodeParts("a+b", envelope);

      assertThat(parts).hasSameSizeAs(values);
      IdentityHashMap<Object, Integer> sent = new IdentityHashMap<>();
      IdentityHashMap<Object, Integer> read = new IdentityHashMap<>();
      for (int i = 0; i < values.size(); i++) {
        Object value = parts.get(i).value();
        boolean gone =
            leadsToGone(values.get(i), Collections.newSetFromMap(new IdentityHashMap<>()));
        assertThat(value == null).as("-Dseed=%d round %d part %d", SEED, round, i).isEqualTo(gone);
        assertThat(parts.get(i).problem() == null).isEqualTo(value != null);
        if (value != null) {
          assertThat(shape(value, read)).isEqualTo(shape(values.get(i), sent));
        } else {
          unreadable++;
        }
      }
    }
    assertThat(unreadable).isBetween(200, 6_000);
  }

  @Test
  void nameTheClassThatIsMissing_notTheOneThatHoldsIt() {
    String holder =
        "class Holder implements Serializable { Part part = %s;"
            + " public static Object make() { return new Holder(); } }\n---\n"
            + "class Part implements Serializable {}";
    CompiledVersion after =
        new CompiledVersion(
            holder.formatted("new Later()") + "\n---\nclass Later extends Part {}", "");
    CompiledVersion before = new CompiledVersion(holder.formatted("null"), "");
    byte[] envelope =
        after.codec.encode("a+b", new ArrayList<>(List.of(after.make("shop.Holder"))));

    List<DecodedPart> parts = before.codec.decodeParts("a+b", envelope);

    assertThat(parts.get(0).problem()).hasMessageContaining("shop.Later cannot be read");
  }
}
