// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * The production state machine under seeded faults, on all processors: first the runs of {@code
 * failing-seeds.txt}, then {@linkplain Seeds fresh seeds}. A seed that fails is printed and shrunk.
 * Choose how many with {@code -Dsimulation.seeds=N} and where they begin with {@code
 * -Dseeds.first=N}; replay one with {@code -Dseed=N}, or a shrunk one with {@code -Dplan=}, and see
 * its messages with {@code -Dtrace=KEY} or {@code -Dtrace=all}.
 */
// Half a day, since 100,000 seeds take hours; what hangs is ended by the fork's time-out.
@Timeout(value = 12, unit = TimeUnit.HOURS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SimulationTest {
  /**
   * Fewer seeds, as in a build that is no nightly one, need not reach everything. A name that is
   * not {@link #RARE} is reached by one run in 33 at least, so one test in a million misses any.
   */
  private static final long MANY = 500;

  /** One run in 170 to 50 reaches these, so fewer seeds need not. */
  private static final Set<String> RARE =
      Set.of("ABSENT to ENDING", "ENDING to SECONDARY", "LongAway", "NackNewer");

  private static final long MANY_FOR_RARE = 20_000;

  /** The looks that an invariant needs. */
  private static final String[] CHECKS = {
    CopyCounts.COUNTED,
    PartedCluster.ANSWERED,
    SimulatedCluster.SOUGHT_BEHIND_A_CUT,
    "copies left when all is forgotten",
    "held bytes",
    "gauges with enough members",
    "gauges with too few",
    "settled under load"
  };

  private static final int MOST_TRACED = 100_000;

  @Test
  @Order(1)
  void keepsItsPromises_inEachRunThatOnceBrokeOne() throws IOException {
    for (FailingSeed once : replayed().isEmpty() ? FailingSeed.all() : List.<FailingSeed>of()) {
      Violation violation = Violation.of(once.plan());
      if (violation != null) {
        throw FailureReport.of(once.plan(), violation);
      }
    }
  }

  @Test
  @Order(2)
  void keepsItsPromises_underOneFailureAfterTheOther() throws InterruptedException {
    if (!replayed().isEmpty()) {
      replay(Plan.parse(replayed()));
      return;
    }
    long seeds = Long.getLong("simulation.seeds", 1000);
    Tally reached = run(Seeds.one(), seeds);
    assertThat(reached.of(Tally.CHECKS, "requests judged"))
        .as("each request ends in the log that the history checker judges")
        .isGreaterThanOrEqualTo(reached.of(Tally.CHECKS, "requests sent"));
    if (seeds >= MANY) {
      verifyEverythingWasReached(reached, seeds);
    }
  }

  private static String replayed() {
    return System.getProperty("plan", System.getProperty("seed", ""));
  }

  private static Tally run(long first, long count) throws InterruptedException {
    try {
      return new SeedRange("simulation", first, count, SimulationTest::run).run();
    } catch (SeedRange.Failed failed) {
      Plan plan = Plan.ofSeed(failed.seed);
      Violation violation = Violation.of(plan);
      if (violation == null) {
        throw new AssertionError(
            "seed " + failed.seed + " failed, but not again: a run depends on more than its seed",
            failed);
      }
      throw FailureReport.of(plan, violation);
    }
  }

  private static Tally run(long seed) {
    Simulation simulation = Simulation.ofSeed(seed);
    simulation.run();
    return simulation.cluster.tally;
  }

  private static void replay(Plan plan) {
    String traced = System.getProperty("trace", "");
    Trace trace = traced.isEmpty() ? Trace.OFF : Trace.of(traced, MOST_TRACED);
    Violation violation = Violation.of(plan, trace);
    trace.lines().forEach(System.out::println);
    if (violation != null && traced.isEmpty()) {
      throw FailureReport.of(plan, violation);
    } else if (violation != null) {
      throw new AssertionError(violation.message(), violation.cause());
    }
  }

  /** So that the promises were not kept by doing nothing. */
  private static void verifyEverythingWasReached(Tally reached, long seeds) {
    String[] messages = messages(Message.class);
    assertThat(reached.group(Tally.MESSAGES).keySet()).isSubsetOf(messages);
    assertThat(reached.group(Tally.MESSAGES)).containsKeys(demanded(messages, seeds));
    assertThat(reached.group(Tally.FAULTS)).containsOnlyKeys(names(Fault.values()));
    assertThat(reached.group(Tally.STEPS)).containsOnlyKeys(names(Step.values()));
    assertThat(reached.group(Tally.OUTCOMES)).containsOnlyKeys(names(Outcome.values()));
    assertThat(reached.group(Tally.CHANGES)).containsKeys(demanded(Role.POSSIBLE_CHANGES, seeds));
    assertThat(reached.group(Tally.CHANGES).keySet()).allMatch(Role::isAllowed);
    assertThat(reached.group(Tally.SIZES))
        .hasSize(6 + 3 + 2 + 3 + 2 + 2 + 2 + 2 + 2 + 2 + 2 + 2 + 2);
    assertThat(reached.group(Tally.WEATHER)).containsOnlyKeys(SimulatedNetwork.WEATHER);
    assertThat(reached.of(Tally.CHECKS, "protected answers")).isGreaterThan(seeds * 200);
    assertThat(reached.of(Tally.CHECKS, "sessions expired")).isGreaterThan(seeds);
    for (String check : CHECKS) {
      assertThat(reached.of(Tally.CHECKS, check)).as(check).isPositive();
    }
    assertThat(reached.of(Tally.COUNTERS, "HAND_OVERS")).isGreaterThan(seeds);
    assertThat(reached.of(Tally.COUNTERS, "TAKEOVERS")).isGreaterThan(seeds / 2);
    assertThat(reached.of(Tally.COUNTERS, "ADOPTIONS")).isGreaterThan(seeds / 2);
    assertThat(reached.of(Tally.COUNTERS, "FENCED")).isGreaterThan(seeds / 2);
    assertThat(reached.of(Tally.COUNTERS, "DISCARDED_VERSIONS")).isPositive();
    assertThat(reached.of(Tally.COUNTERS, "COPIES_REFUSED")).isGreaterThan(seeds / 10);
  }

  private static String[] demanded(String[] names, long seeds) {
    return Arrays.stream(names)
        .filter(name -> seeds >= MANY_FOR_RARE || !RARE.contains(name))
        .toArray(String[]::new);
  }

  private static String[] names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toArray(String[]::new);
  }

  /** Every kind of message there is. */
  private static String[] messages(Class<?> sealed) {
    Set<Class<?>> kinds = new java.util.HashSet<>(Set.of(sealed));
    Set<String> names = new TreeSet<>();
    while (!kinds.isEmpty()) {
      Class<?> kind = kinds.iterator().next();
      kinds.remove(kind);
      if (kind.isInterface()) {
        kinds.addAll(Arrays.stream(kind.getPermittedSubclasses()).collect(Collectors.toSet()));
      } else {
        names.add(kind.getSimpleName());
      }
    }
    return names.toArray(String[]::new);
  }
}
