// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.junit.jupiter.api.Test;

/**
 * Random steps of two equal sessions. The commits of one look at pending names alone, those of the
 * other look at all attributes and take each value that can change: both must send the same. One
 * thread runs all; up to three captures are under way at once. {@code -Dseed=} takes another seed.
 */
class PendingNamesRandomTest {
  private static final int NAMES = 4;
  private static final int STEPS = 200;
  private static final int MOST_UNDER_WAY = 3;

  /** A session with its secondary, and the references that its application has. */
  private static final class Side {
    private final ChangeDetection detection;
    private final StoppableCodec codec = new StoppableCodec();
    private final RecordingSecondary secondary = new RecordingSecondary(Map.of());
    private SessionAttributes attributes;

    /** The lists that running requests put or received and that are still there, by their names. */
    private final Map<String, List<String>> received = new TreeMap<>();

    private final Map<String, List<String>> poisoned = new TreeMap<>();
    private final List<AttributeCapture> underWay = new ArrayList<>();

    Side(ChangeDetection detection) {
      this.detection = detection;
      attributes = attributesOf(Map.of());
    }

    private SessionAttributes attributesOf(Map<String, byte[]> envelopes) {
      return new SessionAttributes(
          codec,
          detection,
          new ReplicationMetrics(),
          new AttributeTraffic("test", "a", "shop"),
          AttributePatches.NONE,
          envelopes,
          (name, problem, replaced) -> {});
    }

    void step(int what, String name, String text, int pick) {
      switch (what) {
        case 0 -> put(name, text);
        case 1 -> put(name, new ArrayList<>(List.of(text)));
        case 2 -> putAgain(name);
        case 3 -> remove(name);
        case 4 -> replace(name, text);
        case 5 -> receive(name, attributes.putIfAbsent(name, text));
        case 6, 7, 8 -> receive(name, attributes.get(name));
        case 9, 10, 11 -> mutate(name, text);
        case 12 -> mutateAllLive(text);
        case 13 -> poison(name);
        case 14 -> mend(name);
        case 15 -> secondary.refuse(pick == 0);
        case 16 -> begin();
        case 17, 18 -> end(pick, true);
        case 19 -> end(pick, false);
        case 20, 21 -> commit();
        case 22, 23 -> endRequests();
        default -> moveOn();
      }
    }

    private void put(String name, Object value) {
      Object unused = attributes.put(name, value);
      replaced(name);
      receive(name, value);
    }

    private void putAgain(String name) {
      List<String> list = received.get(name);
      if (list != null) {
        Object unused = attributes.put(name, list);
      }
    }

    private void remove(String name) {
      Object unused = attributes.remove(name);
      replaced(name);
    }

    private void replace(String name, String text) {
      if (attributes.replace(name, text) != null) {
        replaced(name);
      }
    }

    private void replaced(String name) {
      received.remove(name);
      poisoned.remove(name);
    }

    @SuppressWarnings("unchecked")
    private void receive(String name, Object value) {
      if (value instanceof List<?> list) {
        received.put(name, (List<String>) list);
      }
    }

    private void mutate(String name, String text) {
      List<String> list = received.get(name);
      if (list != null) {
        list.add(text);
      }
    }

    @SuppressWarnings("unchecked")
    private void mutateAllLive(String text) {
      for (Object value : attributes.liveValues(each -> each instanceof List)) {
        ((List<String>) value).add(text);
      }
    }

    private void poison(String name) {
      List<String> list = received.get(name);
      if (list != null) {
        list.add(StoppableCodec.POISON);
        poisoned.put(name, list);
      }
    }

    /** Changes a value that was held back, also if no running request has received it. */
    private void mend(String name) {
      List<String> list = poisoned.remove(name);
      if (list != null) {
        list.removeIf(StoppableCodec.POISON::equals);
      }
    }

    private AttributeCapture encoded() {
      AttributeCapture capture = attributes.capture();
      capture.encode();
      return capture;
    }

    private void begin() {
      if (underWay.size() < MOST_UNDER_WAY) {
        underWay.add(encoded());
      }
    }

    private void end(int pick, boolean publishes) {
      if (!underWay.isEmpty()) {
        try (AttributeCapture capture = underWay.remove(pick % underWay.size())) {
          if (publishes) {
            secondary.publish(capture);
          }
        }
      }
    }

    private void commit() {
      try (AttributeCapture capture = encoded()) {
        secondary.publish(capture);
      }
    }

    /** The last of the running requests commits and ends. */
    private void endRequests() {
      commit();
      attributes.forgetTouched();
      received.clear();
    }

    /** Ends all that is under way. Afterwards the secondary has everything. */
    private void settle() {
      secondary.refuse(false);
      while (!underWay.isEmpty()) {
        end(0, true);
      }
      List.copyOf(poisoned.keySet()).forEach(this::mend);
      endRequests();
    }

    private void moveOn() {
      settle();
      attributes = attributesOf(secondary.envelopes());
    }

    private Map<String, String> heap() {
      Map<String, String> heap = new TreeMap<>();
      attributes.forEach((name, value) -> heap.put(name, StoppableCodec.text(value)));
      return heap;
    }
  }

  @Test
  void areAllThatALookAtEveryAttributeFinds() {
    Seeds.of(Long.getLong("seeds", 60)).forEach(PendingNamesRandomTest::run);
  }

  private static void run(long seed) {
    Random random = new Random(seed);
    Side pending = new Side(ChangeDetection.ON_GET);
    Side all = new Side(ChangeDetection.ALL);
    for (int step = 0; step < STEPS; step++) {
      int what = random.nextInt(100) < 3 ? 24 : random.nextInt(24);
      String name = "a" + random.nextInt(NAMES);
      String text = "v" + step;
      int pick = random.nextInt(6);
      pending.step(what, name, text, pick);
      all.step(what, name, text, pick);

      assertThat(pending.secondary.image())
          .as("step %d of kind %d, -Dseed=%d", step, what, seed)
          .isEqualTo(all.secondary.image());
      assertThat(pending.secondary.heldBack().keySet())
          .as("held back at step %d of kind %d, -Dseed=%d", step, what, seed)
          .isEqualTo(all.secondary.heldBack().keySet());
    }
    pending.settle();

    int encodings = pending.codec.encodings.get();
    pending.commit();
    assertThat(pending.codec.encodings)
        .as("a commit after all was sent encodes nothing, -Dseed=%d", seed)
        .hasValue(encodings);
    assertThat(pending.secondary.image()).as("-Dseed=%d", seed).isEqualTo(pending.heap());
  }
}
