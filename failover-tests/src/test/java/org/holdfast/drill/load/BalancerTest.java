// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalancerTest {

  @Test
  void beginsWithUsersSpreadOverTheOpenNodes() {
    Balancer balancer = new Balancer(4, Victims.of(1, 3));

    assertThat(List.of(0, 1, 2, 3, 4)).map(balancer::firstOf).containsExactly(1, 3, 1, 3, 1);
  }

  @Test
  void goesRoundTheOpenNodes() {
    Balancer balancer = new Balancer(5, Victims.of(0, 2, 3));

    assertThat(List.of(-1, 0, 1, 2, 3, 4)).map(balancer::after).containsExactly(0, 2, 2, 3, 0, 0);
    assertThat(balancer.retire(0)).isTrue();
    assertThat(balancer.after(3)).isEqualTo(2);
  }

  @Test
  void saysWhetherAnythingChanged() {
    Balancer balancer = Balancer.ofAll(2);

    assertThat(balancer.admit(1)).isFalse();
    assertThat(balancer.retire(1)).isTrue();
    assertThat(balancer.retire(1)).isFalse();
    assertThat(balancer.isOpen(1)).isFalse();
    assertThat(balancer.admit(1)).isTrue();
    assertThat(balancer.isOpen(1)).isTrue();
  }

  @Test
  void keepsTheLastNode_andKnowsItsNodes() {
    Balancer balancer = new Balancer(3, Victims.of(2));

    assertThatThrownBy(() -> balancer.retire(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("node 2 is the only one");
    assertThat(balancer.isOpen(2)).isTrue();
    assertThatThrownBy(() -> balancer.admit(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node must be between 0 and 2, was 3");
    assertThatThrownBy(() -> new Balancer(3, Victims.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Balancer(3, Victims.of(3)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void givesANewNodeItsShare_asManyOfEachOtherNode() {
    Balancer balancer = Balancer.ofAll(4);
    int[] homes = new int[1_200];
    Arrays.setAll(homes, user -> user % 3);

    List<Integer> movers = balancer.movers(homes, 3, 7);

    assertThat(movers).hasSize(300).doesNotHaveDuplicates();
    for (int node = 0; node < 3; node++) {
      int from = node;
      assertThat(movers.stream().filter(user -> homes[user] == from))
          .as("users of node %d", node)
          .hasSize(100);
    }
  }

  @Test
  void drawsTheSameMoversBySameSeed_othersByAnother() {
    Balancer balancer = Balancer.ofAll(3);
    int[] homes = new int[300];
    Arrays.setAll(homes, user -> user % 2);

    assertThat(balancer.movers(homes, 2, 7)).isEqualTo(balancer.movers(homes, 2, 7));
    assertThat(balancer.movers(homes, 2, 7)).isNotEqualTo(balancer.movers(homes, 2, 8));
  }

  @Test
  void movesOnlyWhatIsMissing_whenUsersAreThereAlready() {
    Balancer balancer = Balancer.ofAll(2);
    int[] homes = new int[100];
    Arrays.fill(homes, 0, 20, 1);

    assertThat(balancer.movers(homes, 1, 7)).hasSize(30).allMatch(user -> homes[user] == 0);
    Arrays.fill(homes, 0, 60, 1);
    assertThat(balancer.movers(homes, 1, 7)).isEmpty();
  }

  @Test
  void leavesUsersOfClosedNodesOut_theyMoveAnyway() {
    Balancer balancer = new Balancer(3, Victims.of(1, 2));
    int[] homes = {0, 0, 0, 0, 1, 1};

    assertThat(balancer.movers(homes, 2, 7)).hasSize(1).allMatch(user -> homes[user] == 1);
  }
}
