// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccessOrderTest {
  private final AccessOrder order = new AccessOrder();

  /** More maps than it remembers, so that each answer is forgotten now and then. */
  @Test
  void tellsTheOrderOfEachMap_whateverItRemembers() {
    List<Map<String, Integer>> maps = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      Map<String, Integer> map = new LinkedHashMap<>(16, 0.75f, i % 3 == 0);
      map.put("a", 1);
      map.put("b", 2);
      maps.add(map);
    }
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < maps.size(); i++) {
        assertThat(order.keptBy(maps.get(i))).isEqualTo(i % 3 == 0);
        assertThat(maps.get(i).keySet()).containsExactly("a", "b");
      }
    }
  }
}
