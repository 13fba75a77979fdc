// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do a {@code setAttribute} and the detection of change cost, and do threads that encode wait
 * for one another?
 *
 * <ul>
 *   <li>{@code unchanged}: the encoding of 4 KB that finding no change rests on; what a commit pays
 *       for all of it says {@code ChangeDetectionBenchmark};
 *   <li>{@code check}: what {@code setAttribute} does with the cart of 10 items, before the commit
 *       encodes it;
 *   <li>{@code encodeBy2Threads}, {@code encodeBy16Threads}: the cart, by as many threads with one
 *       codec. On 2 processors both should do the same work in a second.
 * </ul>
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec -Dbench=CodecCosts};
 * kept results are in {@code docs/benchmarks/codec.md}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CodecCostsBenchmark {
  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(
          CodecCostsBenchmark.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);
  private final BenchmarkCart cart = BenchmarkCart.of(10);
  private final BenchmarkCart large = BenchmarkCart.of(76);
  private byte[] sent = new byte[0];

  @Setup
  public void prepare() {
    sent = codec.encode("large", large);
    System.out.printf("large cart: %,d bytes%n", sent.length);
  }

  @Benchmark
  public boolean unchanged() {
    return Arrays.equals(sent, codec.encode("large", large));
  }

  @Benchmark
  public void check() {
    codec.check("cart", cart);
  }

  @Benchmark
  public byte[] encode() {
    return codec.encode("cart", cart);
  }

  @Benchmark
  @Threads(2)
  @BenchmarkMode(Mode.Throughput)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public byte[] encodeBy2Threads() {
    return codec.encode("cart", cart);
  }

  @Benchmark
  @Threads(16)
  @BenchmarkMode(Mode.Throughput)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public byte[] encodeBy16Threads() {
    return codec.encode("cart", cart);
  }
}
