// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.holdfast.drill.Seeds;
import org.junit.jupiter.api.Test;

class DueQueueTest {

  @Test
  void alwaysOffersTheEarliestUser_whenTimesAreSetMovedAndRemovedAtRandom() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    DueQueue queue = new DueQueue(50);
    Map<Integer, Long> expected = new TreeMap<>();
    for (int step = 0; step < 20_000; step++) {
      int user = random.nextInt(50);
      if (random.nextInt(3) == 0) {
        queue.remove(user);
        expected.remove(user);
      } else {
        long due = random.nextInt(1_000);
        queue.put(user, due);
        expected.put(user, due);
      }
      assertThat(queue.isEmpty()).as("seed %d step %d", seed, step).isEqualTo(expected.isEmpty());
      if (!expected.isEmpty()) {
        long earliest = expected.values().stream().min(Comparator.naturalOrder()).orElseThrow();
        assertThat(queue.dueNanos(queue.first()))
            .as("seed %d step %d", seed, step)
            .isEqualTo(earliest);
        assertThat(expected).containsEntry(queue.first(), earliest);
      }
    }
  }

  @Test
  void offersTheRestInOrder_whenAnyOneUserWasRemoved() {
    // As a heap: 100 heads the left subtree, 2 the right one; the last leaf, 5, hangs on the right.
    long[] due = {1, 100, 2, 101, 102, 3, 4, 110, 111, 112, 113, 6, 7, 8, 5};
    for (int removed = 0; removed < due.length; removed++) {
      DueQueue queue = new DueQueue(due.length);
      for (int user = 0; user < due.length; user++) {
        queue.put(user, due[user]);
      }
      queue.remove(removed);
      List<Long> offered = new ArrayList<>();
      while (!queue.isEmpty()) {
        offered.add(queue.dueNanos(queue.first()));
        queue.remove(queue.first());
      }
      assertThat(offered).hasSize(due.length - 1).isSorted();
    }
  }

  @Test
  void ordersTimesOnBothSidesOfTheClocksWrap() {
    DueQueue queue = new DueQueue(2);
    queue.put(0, Long.MIN_VALUE + 5);
    queue.put(1, Long.MAX_VALUE - 5);

    assertThat(queue.first()).isEqualTo(1);
  }

  @Test
  void refusesToOfferAUser_whenEmpty() {
    assertThatThrownBy(() -> new DueQueue(1).first())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("empty");
  }
}
