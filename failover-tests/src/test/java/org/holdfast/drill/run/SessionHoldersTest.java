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

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionHoldersTest {
  private static final List<String> KEYS =
      IntStream.range(0, 300).mapToObj(i -> String.format("%032X", i * 0x9E3779B9L)).toList();

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

  @Test
  void namesNobody_whereThereIsNoSession() {
    assertThat(SessionHolders.of(List.of(0, 1), NAMES, 1, new int[] {0}, List.of("")))
        .containsExactly(List.of());
  }
}
