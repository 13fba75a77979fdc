// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.placement;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many look-ups a second does one thread get? Bound: more than 5 million with 10 members.
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec -Dbench=Placement};
 * kept results are in {@code docs/benchmarks/placement.md}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PlacementBenchmark {
  private static final int IDS = 4_096;

  @Param({"3", "10"})
  public int members;

  private final String[] ids = new String[IDS];
  private Placement placement;
  private int next;

  @Setup
  public void prepare() {
    Random random = new Random(42);
    for (int i = 0; i < IDS; i++) {
      ids[i] = String.format("%016X%016X", random.nextLong(), random.nextLong());
    }
    placement =
        Placement.of(
            View.of(
                1,
                "node-0",
                IntStream.range(0, members)
                    .mapToObj(i -> new Member("node-" + i, 1, "127.0.0.1", 7000 + i))
                    .toList()));
  }

  @Benchmark
  public Member home() {
    return placement.home(nextId());
  }

  @Benchmark
  public List<Member> twoCandidates() {
    return placement.candidates(nextId(), 2);
  }

  private String nextId() {
    next = next + 1 & IDS - 1;
    return ids[next];
  }
}
