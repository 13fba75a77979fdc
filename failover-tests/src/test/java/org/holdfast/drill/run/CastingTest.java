// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.scenario.NodeChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CastingTest {
  /** Five places, of which the third is down; users of the second have copies on the fifth. */
  private static final Casting.Standing STANDING =
      new Casting.Standing(
          List.of(0, 1, 3, 4),
          List.of(5, 9, 20, 2, 5),
          Optional.of(3),
          List.of(List.of(1, 4), List.of(1, 4), List.of(1, 0), List.of(0, 3), List.of()));

  @ParameterizedTest
  @CsvSource({
    "fullest,           1",
    "emptiest,          3",
    "coordinator,       3",
    "secondary,         4",
    "minority,          0",
    "majority,          '0,1,3'",
    "all,               '0,1,3,4'",
    "node-5,            4",
    "'fullest,fullest', '1,0'",
    "'fullest,secondary', '1,4'",
    "'node-1,secondary', '0,3'",
    "'minority,emptiest', '0,3'"
  })
  void choosesAmongThoseThatRun(String choices, String expected) {
    List<NodeChoice> asked = List.of(choices.split(",")).stream().map(NodeChoice::parse).toList();

    assertThat(new Casting(1, () -> STANDING).choose(asked))
        .containsExactlyElementsOf(
            List.of(expected.split(",")).stream().map(Integer::valueOf).toList());
  }

  @Test
  void choosesThoseOfTheStepBefore() {
    Casting casting = new Casting(1, () -> STANDING);
    List<Integer> before = casting.choose(List.of(NodeChoice.parse("majority")));

    assertThat(casting.choose(List.of(NodeChoice.parse("last")))).isEqualTo(before);
  }

  @Test
  void drawsEveryNodeSoonerOrLater_andTheSameWithTheSameSeed() {
    List<List<Integer>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      Casting casting = new Casting(7, () -> STANDING);
      runs.add(
          IntStream.range(0, 50)
              .mapToObj(i -> casting.choose(List.of(NodeChoice.parse("random"))).get(0))
              .toList());
    }

    assertThat(runs.get(0)).isEqualTo(runs.get(1));
    assertThat(new HashSet<>(runs.get(0))).isEqualTo(Set.of(0, 1, 3, 4));
  }

  @Test
  void saysWho_whenNobodyIsThat() {
    Casting casting = new Casting(1, () -> STANDING);

    assertThatThrownBy(() -> casting.choose(List.of(NodeChoice.parse("node-3"))))
        .isInstanceOf(FaultException.class)
        .hasMessageContaining("no node is node-3 now: running [node-1, node-2, node-4, node-5]");
  }
}
