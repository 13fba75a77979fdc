// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;

class IdentitySetTest {
  @Test
  void findsWhatWasAdded_andNothingElse() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    for (int run = 0; run < 2_000; run++) {
      int range = 1 + random.nextInt(2_000);
      IdentitySet set = new IdentitySet();
      Set<Integer> expected = new HashSet<>();
      for (int adds = random.nextInt(4); adds > 0; adds--) {
        int[] some = random.ints(random.nextInt(300), -range, range).toArray();
        set.addAll(some);
        for (int hash : some) {
          expected.add(hash);
        }
      }
      int[] asked = random.ints(random.nextInt(4), -range, range).toArray();

      assertThat(set.containsAny(asked))
          .as("seed %d, run %d", seed, run)
          .isEqualTo(Arrays.stream(asked).anyMatch(expected::contains));
      assertThat(set.isEmpty()).as("seed %d, run %d", seed, run).isEqualTo(expected.isEmpty());
    }
  }

  @Test
  void holdsZero_whichAlsoMarksFreePlaces() {
    IdentitySet set = new IdentitySet();
    assertThat(set.containsAny(new int[] {0})).isFalse();

    set.addAll(new int[] {0});

    assertThat(set.containsAny(new int[] {0})).isTrue();
    assertThat(set.isEmpty()).isFalse();
  }
}
