// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How many bytes travel between two real nodes when a request changes 300 bytes inside an attribute
 * of 200 KB, with everything that an update takes, acknowledgements too.
 */
@Timeout(120)
class PatchCostIT {
  private static final int BYTES = 200 << 10;
  private static final int CHANGED = 300;
  private static final int UPDATES = 50;
  private static final double MOST_SHARE = 0.05;

  private static TestCluster two;

  private final Random random = new Random(42);

  record Product(String name, int price, List<String> tags) implements Serializable {}

  @BeforeAll
  static void start() {
    two = TestCluster.of(2);
  }

  @AfterAll
  static void stop() {
    two.close();
  }

  private static long bytesSent() {
    return counter(0, "bytesSent") + counter(1, "bytesSent");
  }

  private static long counter(int node, String name) {
    Long value = two.nodes.get(node).statistics().counters().get(name);
    return value == null ? 0 : value;
  }

  private byte[] page() {
    byte[] page = new byte[BYTES];
    random.nextBytes(page);
    return page;
  }

  /** Returns the share of the attribute that travels for one update of it. */
  private <T> double share(String what, T value, Consumer<T> change) {
    ReplicatedSession session = two.shops.get(0).create(Duration.ofMinutes(30), 0);
    session.attributes().put("large", value);
    long atFirst = bytesSent();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    long before = bytesSent();
    long bytes = before - atFirst;
    assertThat(bytes).as("sent whole").isBetween(BYTES * 3L / 4, BYTES * 5L / 4);
    long patches = counter(0, "patchesSent");
    for (int i = 0; i < UPDATES; i++) {
      @SuppressWarnings("unchecked")
      T same = (T) session.attributes().get("large");
      change.accept(same);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    }
    double each = (double) (bytesSent() - before) / UPDATES;
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f bytes for each update, %.2f %% of %d%n",
        what,
        each,
        100 * each / bytes,
        bytes);
    assertThat(counter(0, "patchesSent") - patches).isEqualTo(UPDATES);
    assertThat(counter(1, "patchesRefused")).isZero();
    session.exit();
    assertArrives(session.id(), value);
    return each / bytes;
  }

  private static void assertArrives(String id, Object value) {
    Lookup lookup = two.shops.get(1).acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    ReplicatedSession moved = ((Lookup.Found) lookup).session();
    assertThat(moved.attributes().get("large")).isEqualTo(value);
    moved.exit();
  }

  @Test
  void sendsLessThanATwentieth_whenBytesInOnePlaceChanged() {
    double share =
        share(
            "300 bytes in one place",
            page(),
            page -> {
              byte[] fresh = new byte[CHANGED];
              random.nextBytes(fresh);
              System.arraycopy(fresh, 0, page, random.nextInt(BYTES - CHANGED), CHANGED);
            });

    assertThat(share).isLessThan(MOST_SHARE);
  }

  @Test
  void sendsLessThanATwentieth_whenBytesAllOverChanged() {
    double share =
        share(
            "300 single bytes all over",
            page(),
            page -> {
              for (int i = 0; i < CHANGED; i++) {
                page[random.nextInt(BYTES)]++;
              }
            });

    assertThat(share).isLessThan(MOST_SHARE);
  }

  @Test
  void sendsLessThanATwentieth_whenAFewOfManyObjectsChanged() {
    List<Product> catalogue = new ArrayList<>();
    for (int i = 0; catalogue.size() < 4_000; i++) {
      catalogue.add(product(i));
    }

    double share =
        share(
            "15 of 4,000 objects in a list",
            catalogue,
            list -> {
              for (int i = 0; i < 15; i++) {
                list.set(random.nextInt(list.size()), product(random.nextInt()));
              }
            });

    assertThat(share).isLessThan(MOST_SHARE);
  }

  private static Product product(int i) {
    return new Product("product number " + i, i * 31, List.of("tag " + i % 17, "sale"));
  }
}
