// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The figures of attribute names, and their display. */
class AttributeTrafficTest {
  private final AttributeTraffic traffic = new AttributeTraffic("test", "node-1", "shop");

  private void changed(String name, long bytes) {
    traffic.changed(name, bytes, bytes, false, false);
  }

  private AttributeFigures figures(String name) {
    return traffic.snapshot().attributes().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sortsByBytesAndSharesSumToOne() {
    changed("tree", 7_100);
    changed("cart", 1_900);
    changed("user", 1_000);
    traffic.removed("user");

    AttributeTrafficSnapshot all = traffic.snapshot();

    assertThat(all.attributes())
        .extracting(AttributeFigures::name)
        .containsExactly("tree", "cart", "user");
    assertThat(all.attributes())
        .extracting(AttributeFigures::share)
        .containsExactly(0.71, 0.19, 0.10);
    assertThat(all.attributes().stream().mapToDouble(AttributeFigures::share).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(all.bytes()).isEqualTo(10_000);
    assertThat(all.changes()).as("without removals").isEqualTo(3);
    assertThat(all.headline()).isEqualTo("attribute `tree` is 71 % of the traffic");
  }

  @Test
  void keepsTheNewestAndTheLargestSize() {
    changed("tree", 300);
    traffic.changed("tree", 20, 500, true, false);
    changed("tree", 400);

    AttributeFigures tree = figures("tree");

    assertThat(tree.newestBytes()).isEqualTo(400);
    assertThat(tree.largestBytes()).isEqualTo(500);
    assertThat(tree.patches()).isEqualTo(1);
    assertThat(tree.bytes()).isEqualTo(720);
  }

  @Test
  void isNeverRead_untilTheApplicationAsksForIt() {
    changed("audit", 10);
    traffic.read("cart");
    traffic.foundUnchanged("list");

    assertThat(figures("audit").neverRead()).isTrue();
    assertThat(figures("list").neverRead()).as("it was never sent").isFalse();
    assertThat(figures("cart").neverRead()).as("of what never left nobody can tell").isFalse();
    assertThat(traffic.snapshot().table()).containsOnlyOnce("never read").contains("audit  <- ");

    traffic.read("audit");

    assertThat(figures("audit").neverRead()).isFalse();
  }

  @Test
  void saysThatThereIsNothing_whenNothingWasReplicated() {
    assertThat(traffic.snapshot().table())
        .isEqualTo(
            "no attribute has been replicated yet\n"
                + "application shop on node-1 in cluster test, since it started there: 0 bytes in"
                + " 0 changes of 0 attributes\n");
  }

  @Test
  void putsNamesBeyondTheFirstThousandIntoOneRow() {
    for (int i = 0; i < 1_200; i++) {
      changed("user " + i, 1);
    }
    changed("user 0", 5);
    changed("user 1199", 9_000);

    AttributeTrafficSnapshot all = traffic.snapshot();

    assertThat(all.attributes()).hasSize(1_001);
    assertThat(figures("(others)").bytes()).isEqualTo(9_200);
    assertThat(figures("user 0").bytes()).as("one of the first goes on").isEqualTo(6);
    assertThat(all.bytes()).isEqualTo(10_205);
    assertThat(all.headline())
        .isEqualTo("attributes beyond the first 1,000 names are 90 % of the traffic");
  }

  @Test
  void keepsToTheBound_whenManyThreadsBringNamesAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        all.add(
            threads.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < 3_000; i++) {
                    changed("user " + i, 1);
                  }
                  return null;
                }));
      }
      start.countDown();
      for (Future<?> each : all) {
        each.get(30, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(traffic.snapshot().attributes()).hasSizeLessThanOrEqualTo(1_001);
    assertThat(traffic.snapshot().bytes()).isEqualTo(12_000);
    changed("one more", 1);
    assertThat(traffic.snapshot().attributes()).hasSize(1_001);
  }

  @Test
  void cutsLongNames() {
    changed("x".repeat(300) + "a", 1);
    changed("x".repeat(300) + "b", 2);

    assertThat(figures("x".repeat(200)).bytes()).isEqualTo(3);
    assertThat(traffic.snapshot().attributes()).hasSize(1);
  }

  @Test
  void keepsNamesWritable_whenTheyAreCutInsideACharacter() {
    changed("x".repeat(199) + "\uD83D\uDE00", 1);
    changed("x".repeat(199) + "\uD83D\uDE00", 1);
    changed("\uDE00", 3);

    assertThat(figures("x".repeat(199) + "?").bytes()).isEqualTo(2);
    assertThat(figures("?").bytes()).isEqualTo(3);
  }

  @Test
  void keepsOneLineForEachAttribute_whateverIsInItsName() {
    changed("evil\n 99.9 %   1,000,000\r\u2028\u202Eplain\u001B[2J\u0000", 1);

    String table = traffic.snapshot().table();

    assertThat(table.lines()).hasSize(5);
    assertThat(table)
        .contains("evil\\u{a} 99.9 %   1,000,000\\u{d}\\u{2028}\\u{202e}plain\\u{1b}[2J\\u{0}")
        .doesNotContain("\r", "\u2028", "\u202E", "\u001B", "\u0000");
    assertThat(traffic.snapshot().headline()).doesNotContain("\n");
  }

  @Test
  void lookLikeThisToPeople() {
    traffic.changed("tree", 7_100, 71_000, true, false);
    traffic.changed("cart", 2_900, 3_000, false, true);
    traffic.removed("cart");
    traffic.read("tree");
    for (int i = 0; i < 1_234; i++) {
      traffic.foundUnchanged("tree");
    }

    assertThat(traffic.snapshot().table())
        .isEqualTo(
            """
            attribute `tree` is 71 % of the traffic
            application shop on node-1 in cluster test, since it started there: 10,000 bytes in 2 changes of 2 attributes

              share           bytes     changes  removals   patches     in vain         reads         size      largest  attribute
             71.0 %           7,100           1         0         1       1,234             1       71,000       71,000  tree  <- mostly encoded in vain
             29.0 %           2,900           1         1         0           0             0        3,000        3,000  cart  <- never read; shares objects with others, counts an equal part
            """);
  }
}
