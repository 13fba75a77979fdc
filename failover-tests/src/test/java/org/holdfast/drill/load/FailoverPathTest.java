// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FailoverPathTest {

  @Test
  void triesEveryNodeOnceBeforeItBacksOff() {
    FailoverPath path = new FailoverPath(4, new SplittableRandom(1));
    Set<Integer> tried = new HashSet<>();
    int node = 2;
    for (int attempt = 1; attempt < 4; attempt++) {
      tried.add(node);
      assertThat(path.fail(node)).isTrue();
      node = path.next(node);
      assertThat(tried).doesNotContain(node);
    }
    assertThat(path.fail(node)).isFalse();
    assertThat(path.next(node)).isNotEqualTo(node);
  }

  @Test
  void spreadsUsersOverTheOthers() {
    SplittableRandom random = new SplittableRandom(1);
    int[] counts = new int[3];
    for (int user = 0; user < 3_000; user++) {
      FailoverPath path = new FailoverPath(3, random);
      boolean unused = path.fail(0);
      counts[path.next(0)]++;
    }
    assertThat(counts[0]).isZero();
    assertThat(counts[1]).isBetween(1_300, 1_700);
  }

  @Test
  void choosesAmongNodesThatTakeUsersOnly() {
    Balancer balancer = new Balancer(4, Victims.of(0, 1, 3));
    FailoverPath path = new FailoverPath(balancer, new SplittableRandom(1));
    assertThat(path.fail(0)).isTrue();
    Set<Integer> chosen = new HashSet<>();
    for (int draw = 0; draw < 100; draw++) {
      chosen.add(path.next(0));
    }
    assertThat(chosen).containsExactlyInAnyOrder(1, 3);

    assertThat(balancer.retire(1)).isTrue();
    assertThat(path.next(0)).isEqualTo(3);
    assertThat(path.isLeft(1)).isFalse();
    assertThat(path.fail(3)).as("any left").isFalse();
    assertThat(path.next(3)).as("as ever when all were tried").isZero();
    assertThat(balancer.admit(2)).isTrue();
    assertThat(path.isLeft(2)).isTrue();
  }

  @Test
  void turnsToANodeThatWasTried_ratherThanToOneThatTakesNoUsers() {
    Balancer balancer = new Balancer(3, Victims.of(0, 1));
    FailoverPath path = new FailoverPath(balancer, new SplittableRandom(1));
    assertThat(path.fail(1)).isTrue();
    assertThat(balancer.retire(0)).isTrue();

    assertThat(path.next(0)).isEqualTo(1);
    assertThat(path.next(1)).as("the only one").isEqualTo(1);
  }

  @Test
  void staysWithTheOnlyNode_whenThereIsNoOther() {
    FailoverPath path = new FailoverPath(1, new SplittableRandom(1));

    assertThat(path.fail(0)).isFalse();
    assertThat(path.next(0)).isZero();
  }
}
