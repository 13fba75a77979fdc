// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The memory of a primary for a session besides its values and its image: the difference that 5,000
 * quiet sessions make to the heap of two nodes, less both images and the copy's other bytes. The
 * sessions share their values and their names, so that these cost nothing.
 */
class PrimaryMemoryIT {
  private static final int WARM_UP = 500;
  private static final int SESSIONS = 5_000;
  private static final int ATTRIBUTES = 10;
  private static final int ATTRIBUTE_CHARACTERS = 390;

  /** The heap that {@code CopyMemoryIT} finds for a copy besides its bytes. */
  private static final long BYTES_BESIDES_COPY = 196;

  /** The bytes that the bound of held bytes counts for each copy besides its own. */
  private static final long COUNTED_BESIDES_COPY = 200;

  private static final long MOST_BYTES_BESIDES = 3_000;

  private final Map<String, String> values = new TreeMap<>();

  @Test
  void takesAtMost3000BytesBesidesValuesAndImage_whenTheSessionHasTenAttributes() throws Exception {
    for (int i = 0; i < ATTRIBUTES; i++) {
      values.put("attribute" + i, String.valueOf(i).repeat(ATTRIBUTE_CHARACTERS));
    }
    try (TestCluster two = TestCluster.of(2)) {
      // Objects that are loaded once for all, the report included, belong to no session.
      fill(two, WARM_UP);
      HeapHistogram.text();
      long usedBefore = HeapHistogram.usedBytes();
      long heldBefore = heldBytes(two);

      fill(two, SESSIONS);

      long used = HeapHistogram.usedBytes() - usedBefore;
      long image = (heldBytes(two) - heldBefore) / SESSIONS - COUNTED_BESIDES_COPY;
      long besides = used / SESSIONS - 2 * image - BYTES_BESIDES_COPY;
      System.out.printf(
          Locale.ROOT,
          "a session with %d attributes, %d bytes: %d bytes of heap besides on its primary%n",
          ATTRIBUTES,
          image,
          besides);
      HeapHistogram.print();
      assertThat(image).isGreaterThan((long) ATTRIBUTES * ATTRIBUTE_CHARACTERS);
      assertThat(besides).isLessThanOrEqualTo(MOST_BYTES_BESIDES);
    }
  }

  private static long heldBytes(TestCluster two) {
    return two.shops.get(1).replica().heldBytes();
  }

  /** Has node 0 create sessions and protect them on node 1. */
  private void fill(TestCluster two, int sessions) {
    for (int i = 0; i < sessions; i++) {
      ReplicatedSession session = two.shops.get(0).create(Duration.ofMinutes(30), 0);
      values.forEach((name, value) -> session.attributes().put(name, value));
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
    }
  }
}
