// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.placement.Placement;
import org.junit.jupiter.api.Test;

class SessionHoldersTest {
  private static final List<String> KEYS =
      IntStream.range(0, 300)
          .mapToObj(i -> String.format("%016X%022d", i * 0x9E3779B97F4A7C15L, i))
          .toList();

  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");

  @Test
  void namesThePrimaryAndAsManyOthersAsThereAreCopies() {
    int[] primaries = IntStream.range(0, KEYS.size()).map(user -> user % 2 == 0 ? 0 : 3).toArray();

    List<List<Integer>> holders = SessionHolders.of(List.of(0, 2, 3, 5), NAMES, 2, primaries, KEYS);

    assertThat(holders)
        .hasSize(KEYS.size())
        .allSatisfy(
            those -> {
              assertThat(those).hasSize(3).isSubsetOf(0, 2, 3, 5);
              assertThat(new HashSet<>(those)).hasSize(3);
            });
    assertThat(holders.get(4).get(0)).isZero();
    assertThat(holders.get(5).get(0)).isEqualTo(3);
    assertThat(holders.stream().filter(those -> those.contains(5)).count())
        .as("copies are spread")
        .isBetween(150L, 250L);
  }

  /** As {@code Placement} has it, to which nodes give the key alone. */
  @Test
  void namesThoseWhoHoldIt_whateverALoginMadeOfTheId() {
    String key = "shop0123456789ab";
    Placement placement =
        Placement.of(
            View.of(
                1, "a", NAMES.stream().map(name -> new Member(name, 1, "127.0.0.1", 1)).toList()));
    List<Integer> candidates =
        placement.candidates(key, 2).stream().map(each -> NAMES.indexOf(each.name())).toList();
    List<Integer> all = IntStream.range(0, NAMES.size()).boxed().toList();

    for (String secret : List.of("", "nOc7Y0Rk3vZ1qWmXbT5uAe", "Zx9_aaaaaaaaaaaaaaaaaa")) {
      assertThat(
              SessionHolders.of(
                  all, NAMES, 1, new int[] {candidates.get(0)}, List.of(key + secret)))
          .containsExactly(candidates);
    }
  }

  @Test
  void namesNobody_whereThereIsNoSession() {
    assertThat(SessionHolders.of(List.of(0, 1), NAMES, 1, new int[] {0}, List.of("")))
        .containsExactly(List.of());
  }
}
