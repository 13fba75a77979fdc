// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests of one session that overlap at random. The seed gives each thread's choices, not their
 * order; {@code -Dseed=} takes another.
 */
@Timeout(60)
class SessionAttributesRandomTest {
  private static final int THREADS = 6;
  private static final int NAMES = 5;
  private static final long NANOS = 1_500_000_000L;

  private final long seed = Seeds.one();
  private final SessionAttributes attributes =
      new SessionAttributes(
          new StoppableCodec(),
          ChangeDetection.ON_GET,
          new ReplicationMetrics(),
          new AttributeTraffic("test", "a", "shop"),
          AttributePatches.NONE,
          Map.of(),
          (name, problem, replaced) -> {});
  private final RecordingSecondary secondary = new RecordingSecondary(Map.of());
  private final AtomicInteger serial = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final Object counting = new Object();
  private int running;

  @Test
  void holdsTheHeapsImage_whenAllIsQuiet() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> users = new ArrayList<>();
    try {
      long end = System.nanoTime() + NANOS;
      for (int i = 0; i < THREADS; i++) {
        int user = i;
        users.add(threads.submit(() -> use(user, end)));
      }
      for (Future<?> user : users) {
        user.get(30, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(failures)
        .as("commits with a value that cannot be encoded, seed %d", seed)
        .hasPositiveValue();
    // Without reading anything, which would mark it.
    secondary.commit(attributes);

    Map<String, String> heap = new TreeMap<>();
    attributes.forEach((name, value) -> heap.put(name, StoppableCodec.text(value)));
    assertThat(secondary.image()).as("seed %d", seed).isEqualTo(heap);
    assertThat(secondary.steps()).isGreaterThan(100);
  }

  private void use(int user, long end) {
    Random random = new Random(seed + user);
    while (System.nanoTime() < end) {
      synchronized (counting) {
        running++;
      }
      String own = request(user, random);
      synchronized (counting) {
        running--;
        if (running == 0) {
          attributes.forgetTouched();
        }
      }
      if (random.nextInt(4) == 0) {
        attributes.put("late" + user, own);
      }
    }
  }

  /** One request; what it wrote to the attribute that is its own must be protected at its end. */
  private String request(int user, Random random) {
    Map<String, String> written = new HashMap<>();
    for (int k = random.nextInt(4); k >= 0; k--) {
      change("shared" + random.nextInt(NAMES), random);
    }
    String own = "v" + serial.incrementAndGet();
    if (random.nextInt(5) == 0) {
      attributes.remove("own" + user);
    } else {
      attributes.put("own" + user, own);
      written.put("own" + user, "text:" + own);
    }
    boolean poisoned = random.nextInt(20) == 0;
    if (poisoned) {
      attributes.put("bad" + user, List.of(StoppableCodec.POISON));
    }
    secondary.commit(attributes);
    String image = secondary.image().get("own" + user);
    assertThat(image).as("of user %d, seed %d", user, seed).isEqualTo(written.get("own" + user));
    assertThat(secondary.image()).as("seed %d", seed).doesNotContainKey("bad" + user);
    if (poisoned) {
      failures.incrementAndGet();
    }
    attributes.remove("bad" + user);
    return own;
  }

  @SuppressWarnings("unchecked")
  private void change(String name, Random random) {
    Object present = attributes.get(name);
    int what = random.nextInt(10);
    if (what == 0) {
      attributes.remove(name);
    } else if (present == null || what == 1) {
      attributes.put(name, Collections.synchronizedList(new ArrayList<>(List.of("a"))));
    } else {
      List<String> list = (List<String>) present;
      synchronized (list) {
        if (list.size() > 20) {
          list.clear();
        }
        list.add("v" + serial.incrementAndGet());
      }
    }
  }
}
