// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.holdfast.replication.SharedValue;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Clients of one session whose runs Lincheck judges from what they were answered: real replicas
 * with real threads (stress mode: it cannot schedule threads that it does not start).
 */
final class OwnershipRuns {
  private OwnershipRuns() {}

  /** Scenarios until a mistake must have shown; nearly always one of the first 10 shows it. */
  private static final int LONG = 200;

  private static volatile SharedValue.Clusters build = new ReplicasInMemory.OfThisBuild();
  private static volatile long freshNanos;
  private static volatile SharedValue last;

  /** Lincheck tells nobody when a run is over: the next one ends the cluster of the last. */
  private static SharedValue next(SharedValue cluster) {
    endLast();
    last = cluster;
    return cluster;
  }

  private static void endLast() {
    SharedValue ended = last;
    if (ended != null) {
      ended.close();
    }
  }

  /**
   * A counter that nothing happens to: each increment is made exactly once. Two nodes ask for it,
   * the third only answers: of three that ask, one would often have to ask again, after a third of
   * the silence timeout, which is long here.
   */
  @Param(name = "node", gen = IntGen.class, conf = "0:1")
  public static class Counter {
    private final SharedValue cluster = next(build.quiet());

    @Operation
    public int increment(@Param(name = "node") int node) {
      return cluster.request(node, value -> value + 1);
    }

    @Operation
    public int read(@Param(name = "node") int node) {
      return cluster.request(node, value -> value);
    }
  }

  /** The expected behaviour of {@link Counter}. */
  public static final class OneCounter {
    private int value;

    public int increment(int node) {
      return ++value;
    }

    public int read(int node) {
      return value;
    }
  }

  /** A set of small numbers as bits, since a client without an answer adds its number again. */
  @Param(name = "node", gen = IntGen.class, conf = "0:2")
  @Param(name = "element", gen = IntGen.class, conf = "0:7")
  public static class FaultySet {
    private final SharedValue cluster = next(build.faulty(freshNanos));

    @Operation
    public void add(@Param(name = "node") int node, @Param(name = "element") int element) {
      int unused = cluster.request(node, value -> value | 1 << element);
    }

    @Operation
    public int read(@Param(name = "node") int node) {
      return cluster.request(node, value -> value);
    }

    /**
     * The client has just been answered when the node dies, which has answered in that epoch
     * before: the first answer of an epoch always waits.
     */
    @Operation(runOnce = true)
    public void addOnNode0AndKillIt(@Param(name = "element") int element) {
      int unused = read(0);
      add(0, element);
      cluster.crash();
    }
  }

  /** The expected behaviour of {@link FaultySet}, whichever node dies. */
  public static final class OneSet {
    private int value;

    public void add(int node, int element) {
      value |= 1 << element;
    }

    public int read(int node) {
      return value;
    }

    public void addOnNode0AndKillIt(int element) {
      add(0, element);
    }
  }

  /** Runs everything on this build and expects an explanation of each run. */
  static void checkCounter() {
    checkCounter(40, 100);
    endLast();
  }

  static void checkSet() {
    checkSet(40, 50);
    endLast();
  }

  /** Runs the counter on a build without one rule, and expects that no order explains it. */
  static void noticesInCounter(String mutant) throws IOException {
    build = mutated(mutant);
    assertThatThrownBy(() -> checkCounter(LONG, 100)).isInstanceOf(LincheckAssertionError.class);
    endLast();
  }

  /** The same for the set, whose node 0 dies. */
  static void noticesInSet(String mutant) throws IOException {
    build = mutated(mutant);
    // Else each answer would wait for a proof that is an acknowledgement as well.
    freshNanos = 250_000_000L;
    assertThatThrownBy(() -> checkSet(LONG, 50)).isInstanceOf(LincheckAssertionError.class);
    endLast();
  }

  private static SharedValue.Clusters mutated(String name) throws IOException {
    Mutant wanted =
        MutantReader.all().stream()
            .filter(mutant -> mutant.name().equals(name))
            .findAny()
            .orElseThrow(() -> new AssertionError("mutants.txt has no mutant " + name));
    return (SharedValue.Clusters)
        MutatedProtocol.with(wanted).load(ReplicasInMemory.OfThisBuild.class);
  }

  private static void checkCounter(int iterations, int invocations) {
    options(iterations, invocations).sequentialSpecification(OneCounter.class).check(Counter.class);
  }

  private static void checkSet(int iterations, int invocations) {
    options(iterations, invocations).sequentialSpecification(OneSet.class).check(FaultySet.class);
  }

  private static StressOptions options(int iterations, int invocations) {
    return new StressOptions()
        .iterations(iterations)
        .invocationsPerIteration(invocations)
        .threads(3)
        .actorsBefore(0)
        .actorsPerThread(4)
        .actorsAfter(2)
        .minimizeFailedScenario(false);
  }
}
