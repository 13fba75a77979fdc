// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Graphs that are linked between attributes at random: after each request another node would have
 * the same graph as the heap of this one. {@code -Dseed=} takes another seed.
 */
@Timeout(120)
class SharedAttributesRandomTest extends SharedAttributesFixture {
  private static final int NAMES = 6;
  private static final int RUNS = 60;
  private static final int REQUESTS = 40;

  private final long seed = Seeds.one();
  private int serial;

  @Test
  void haveTheHeapsGraphElsewhere_afterEachRequest() {
    int mostUnits = 0;
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(seed + run);
      secondary = new RecordingSecondary(Map.of());
      moveOn();
      for (int request = 0; request < REQUESTS; request++) {
        for (int i = random.nextInt(4); i >= 0; i--) {
          change(random);
        }
        commit();
        if (random.nextInt(3) > 0) {
          attributes.forgetTouched();
        }
        assertThat(shape(elsewhere()))
            .as("run %d, request %d, -Dseed=%d", run, request, seed)
            .isEqualTo(shape(untouched()));
        assertConsistent();
        mostUnits = Math.max(mostUnits, (int) units());
        if (random.nextInt(8) == 0) {
          moveOn();
        }
      }
    }
    assertThat(mostUnits).as("units at once").isGreaterThan(1);
  }

  /** The values that are here, read without marking them as read. */
  private Map<String, Object> untouched() {
    Map<String, Object> values = new HashMap<>();
    for (String name : attributes.keySet()) {
      values.put(name, attributes.get(name));
    }
    return values;
  }

  private void assertConsistent() {
    Map<String, byte[]> held = secondary.envelopes();
    Set<String> named = new HashSet<>();
    held.values()
        .forEach(envelope -> named.add(String.valueOf(UnitEnvelope.unitIfIntact(envelope))));
    held.keySet().stream()
        .filter(UnitEnvelope::isUnitName)
        .forEach(unit -> assertThat(named).as("units that nobody names").contains(unit));
  }

  private static String name(Random random) {
    return "a" + random.nextInt(NAMES);
  }

  private void change(Random random) {
    String name = name(random);
    Object value = attributes.get(name);
    int what = random.nextInt(12);
    if (what == 0) {
      attributes.remove(name);
    } else if (what == 1 || value == null) {
      attributes.put(name, fresh(random));
    } else if (what == 2) {
      Node part = anyNode(random, attributes.get(name(random)));
      if (part != null) {
        attributes.put(name, random.nextBoolean() ? part : new ArrayList<>(List.of(part)));
      }
    } else if (what < 9) {
      mutate(random, anyNode(random, value));
    } else {
      Object unused = attributes.put(name, value);
    }
  }

  private Object fresh(Random random) {
    int kind = random.nextInt(8);
    return kind == 0
        ? "text" + ++serial
        : kind == 1 ? new HookedNode(++serial) : new Node(++serial);
  }

  private void mutate(Random random, Node node) {
    if (node == null) {
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> node.number = ++serial;
      case 1 -> node.links.add(new Node(++serial));
      case 2 -> {
        Node other = anyNode(random, attributes.get(name(random)));
        if (other != null && node.links.size() < 6) {
          node.links.add(other);
        }
      }
      case 3 -> node.links.clear();
      default -> {
        if (!node.links.isEmpty()) {
          Node unused = node.links.remove(random.nextInt(node.links.size()));
        }
      }
    }
  }

  /** One of the nodes that can be reached; null if there is none. */
  private static Node anyNode(Random random, Object value) {
    IdentityHashMap<Node, Boolean> found = new IdentityHashMap<>();
    List<Node> order = new ArrayList<>();
    collect(value, found, order);
    return order.isEmpty() ? null : order.get(random.nextInt(order.size()));
  }

  private static void collect(
      Object value, IdentityHashMap<Node, Boolean> found, List<Node> order) {
    if (value instanceof List<?> list) {
      list.forEach(part -> collect(part, found, order));
    } else if (value instanceof Node node && found.put(node, true) == null) {
      order.add(node);
      node.links.forEach(link -> collect(link, found, order));
    }
  }

  @Test
  void haveTheHeapsGraphElsewhere_whenRequestsOverlapped() throws Exception {
    for (int run = 0; run < 12; run++) {
      secondary = new RecordingSecondary(Map.of());
      moveOn();
      overlap(run);
      commit();

      assertThat(shape(elsewhere()))
          .as("run %d, -Dseed=%d gives each thread's choices", run, seed)
          .isEqualTo(shape(untouched()));
      assertConsistent();
    }
  }

  private void overlap(int run) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> users = new ArrayList<>();
    for (int user = 0; user < 4; user++) {
      Random random = new Random(seed + 31L * run + user);
      users.add(threads.submit(() -> request(random)));
    }
    for (Future<?> user : users) {
      user.get(60, TimeUnit.SECONDS);
    }
    threads.shutdown();
  }

  private void request(Random random) {
    for (int i = 0; i < 40; i++) {
      synchronized (this) {
        change(random);
      }
      commit();
    }
  }
}
