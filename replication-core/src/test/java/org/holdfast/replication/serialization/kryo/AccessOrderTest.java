/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
