// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.holdfast.drill.Seeds;
import org.holdfast.drill.fault.Fault;
import org.junit.jupiter.api.Test;

/** What is known of a schedule holds however it is played. */
class RollCallTest {
  private static final int PLACES = 6;

  /** Twenty for each of {@code -Dseeds=}; {@code -Dseed=} plays one again. */
  private static final int SEEDS = Seeds.count(20 * Long.getLong("seeds", 1_000));

  private static final int STEPS = 8;

  private int missing;
  private int idle;

  @Test
  void isNeverWrong_whoeverIsChosen_andHoweverLateNodesReturn() {
    for (long seed : Seeds.of(SEEDS).toArray()) {
      play(seed, new SplittableRandom(seed));
    }

    if (SEEDS > 1) {
      assertThat((long) missing)
          .as("times that a node was known to be missing")
          .isGreaterThan(SEEDS);
      assertThat((long) idle)
          .as("times that a step was known to change nothing")
          .isGreaterThan(SEEDS / 40);
    }
  }

  /** Plays a schedule of steps that come a second apart. */
  private void play(long seed, SplittableRandom random) {
    int nodes = 2 + random.nextInt(PLACES - 2);
    RollCall known = new RollCall(nodes, PLACES);
    BitSet running = new BitSet();
    running.set(1, nodes + 1);
    // When nodes are started again at the earliest, those chosen as they were used under no number.
    Map<Integer, Integer> returns = new TreeMap<>();
    BitSet named = new BitSet();
    for (int second = 1; second <= STEPS; second++) {
      for (int node : List.copyOf(returns.keySet())) {
        if (returns.get(node) == second) {
          known.mayBeBack(named.get(node) ? node : 0);
        }
        if (returns.get(node) <= second && random.nextInt(3) == 0) {
          returns.remove(node);
          running.set(node);
        }
      }
      requireTrue(seed, known, running);
      switch (random.nextInt(4)) {
        case 0 -> grow(seed, known, running, returns, 2 + random.nextInt(PLACES - 1));
        case 1 -> shrink(seed, known, running, 2 + random.nextInt(PLACES - 1));
        default -> {
          List<Integer> ended = new ArrayList<>();
          List<NodeChoice> choices = new ArrayList<>();
          while (ended.size() < running.cardinality() - 1 && random.nextInt(3) > 0) {
            int[] open = running.stream().filter(node -> !ended.contains(node)).toArray();
            int node = open[random.nextInt(open.length)];
            ended.add(node);
            named.set(node, random.nextBoolean());
            choices.add(NodeChoice.parse(named.get(node) ? "node-" + node : "random"));
          }
          boolean returning = random.nextBoolean();
          end(known, choices, returning, ended.stream().filter(named::get).toList());
          for (int node : ended) {
            running.clear(node);
            if (returning) {
              returns.put(node, second + 1 + random.nextInt(3));
            }
          }
        }
      }
    }
  }

  private void requireTrue(long seed, RollCall known, BitSet running) {
    for (int node = 1; node <= PLACES; node++) {
      if (known.whyMissing(node).isPresent()) {
        assertThat(running.get(node)).as("node-%d runs, seed %d", node, seed).isFalse();
        missing++;
      }
    }
  }

  private void grow(
      long seed, RollCall known, BitSet running, Map<Integer, Integer> returns, int to) {
    int before = running.cardinality();
    for (int node = 1; node <= PLACES; node++) {
      if (running.cardinality() + returns.size() < to && !returns.containsKey(node)) {
        running.set(node);
      }
    }
    requireIdle(seed, !known.growsTo(to), running.cardinality() == before);
    known.grow(to);
  }

  private void shrink(long seed, RollCall known, BitSet running, int to) {
    int before = running.cardinality();
    while (running.cardinality() > to) {
      running.clear(running.length() - 1);
    }
    requireIdle(seed, !known.shrinksTo(to), running.cardinality() == before);
    known.shrink(to);
  }

  private void requireIdle(long seed, boolean known, boolean idles) {
    if (known) {
      assertThat(idles).as("nothing changes, seed %d", seed).isTrue();
      idle++;
    }
  }

  private static void end(
      RollCall known, List<NodeChoice> choices, boolean returning, List<Integer> named) {
    known.end(
        new Action.Inflict(
            new Fault.Kill(),
            "kill",
            choices,
            returning ? Optional.of(Duration.ofSeconds(1)) : Optional.empty(),
            false,
            false),
        named);
  }
}
