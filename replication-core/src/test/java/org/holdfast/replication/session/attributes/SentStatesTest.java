// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The states of attributes by name, with few names and with many. */
class SentStatesTest {
  private static final int STEPS = 20_000;

  private final SentStates states = new SentStates();
  private final Map<String, SentAttributes.SentState> expected = new HashMap<>();

  @Test
  void findsWhatItMade_whileThereAreFewNames() {
    SentAttributes.SentState a = states.getOrMake("a");
    SentAttributes.SentState b = states.getOrMake("b");

    assertThat(states.get("a")).isSameAs(a);
    assertThat(states.getOrMake("b")).isSameAs(b);
    assertThat(states.get("c")).isNull();
  }

  @Test
  void keepsTheOthers_whenOneOfFewIsRemoved() {
    SentAttributes.SentState a = states.getOrMake("a");
    SentAttributes.SentState b = states.getOrMake("b");
    SentAttributes.SentState c = states.getOrMake("c");

    states.remove("a");
    states.remove("unknown");

    assertThat(states.get("a")).isNull();
    assertThat(states.get("b")).isSameAs(b);
    assertThat(states.get("c")).isSameAs(c);
    assertThat(states.getOrMake("a")).isNotSameAs(a);
  }

  @Test
  void keepsAllStates_whenFewNamesBecomeMany() {
    for (int i = 0; i <= SentStates.FEW; i++) {
      expected.put("name" + i, states.getOrMake("name" + i));
      requireAsExpected(SentStates.FEW + 2);
    }
  }

  @Test
  void doesAsAHashMap_whateverTheOrderOfSteps() {
    Random random = new Random(1);
    for (int step = 0; step < STEPS; step++) {
      // Between none and twice as many as a few, back and forth.
      int most = 1 + (step / 500 % 2 == 0 ? 2 * SentStates.FEW : 2);
      String name = "name" + random.nextInt(2 * SentStates.FEW);
      if (expected.size() < most && random.nextBoolean()) {
        SentAttributes.SentState state = states.getOrMake(name);
        SentAttributes.SentState before = expected.put(name, state);
        assertThat(before == null || before == state).as("step %d", step).isTrue();
      } else {
        states.remove(name);
        expected.remove(name);
      }
      requireAsExpected(2 * SentStates.FEW);
    }
  }

  private void requireAsExpected(int names) {
    for (int i = 0; i < names; i++) {
      assertThat(states.get("name" + i)).isSameAs(expected.get("name" + i));
    }
    Map<String, SentAttributes.SentState> seen = new HashMap<>();
    states.forEach(seen::put);
    assertThat(seen).isEqualTo(expected);
    Set<String> seenNames = new HashSet<>();
    states.addNamesTo(seenNames);
    assertThat(seenNames).isEqualTo(expected.keySet());
  }
}
