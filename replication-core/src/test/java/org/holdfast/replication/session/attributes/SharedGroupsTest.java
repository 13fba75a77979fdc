// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

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
