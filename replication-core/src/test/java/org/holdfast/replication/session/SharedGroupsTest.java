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

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedGroupsTest {
  @Test
  void groupsThoseThatShare_alsoThroughOthers() {
    Map<String, int[]> met =
        Map.of(
            "a", new int[] {1, 5},
            "b", new int[] {2, 7},
            "c", new int[] {5, 7},
            "d", new int[] {-3, 4},
            "e", new int[] {-3},
            "f", new int[] {},
            "g", new int[] {});

    assertThat(SharedGroups.of(List.of("a", "b", "c", "d", "e", "f", "g"), met::get))
        .containsExactlyInAnyOrder(
            List.of("a", "b", "c"), List.of("d", "e"), List.of("f"), List.of("g"));
  }
}
