// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
 * What does a patch of a 200 KB attribute cost the sender and the receiver, in time and (with
 * {@code -Dbench.args="-prof gc"}) in memory?
 *
 * <p>The edits: 300 random bytes in a row replaced, inserted, or put in at 300 places; 300 single
 * bytes replaced, all over; and 200 KB of other random bytes, where no patch is worth sending.
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec -Dbench=BlockDiff};
 * kept results are in {@code docs/benchmarks/block-delta.md}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class BlockDiffBenchmark {
  private static final int LENGTH = 200 * 1024;
  private static final int CHANGED = 300;

  // How the result differs from the base.
  public enum Edit {
    REPLACED_ROW,
    INSERTED_ROW,
    REPLACED_SCATTERED,
    INSERTED_SCATTERED,
    UNRELATED
  }

  @Param public Edit edit;

  private final byte[] base = new byte[LENGTH];
  private byte[] result = base;
  private byte[] patch = base;

  @Setup
  public void prepare() {
    Random random = new Random(42);
    random.nextBytes(base);
    result = edited(random);
    patch = BlockDiff.patch(base, result, Integer.MAX_VALUE).orElseThrow();
    System.out.printf("%s: a patch of %,d bytes for %,d%n", edit, patch.length, result.length);
  }

  // As a sender asks: no patch, and no further search, beyond half of the result.
  @Benchmark
  public Optional<byte[]> diff() {
    return BlockDiff.patch(base, result, result.length / 2);
  }

  @Benchmark
  public byte[] apply() throws CorruptPatchException, MismatchedBaseException {
    return BlockPatch.apply(patch, base, result.length);
  }

  // For comparison.
  @Benchmark
  public byte[] copy() {
    return result.clone();
  }

  private byte[] edited(Random random) {
    byte[] row = new byte[CHANGED];
    random.nextBytes(row);
    byte[] edited = base.clone();
    switch (edit) {
      case REPLACED_ROW -> System.arraycopy(row, 0, edited, LENGTH / 3, CHANGED);
      case INSERTED_ROW -> edited = RandomEdits.spliced(base, LENGTH / 3, 0, row);
      case REPLACED_SCATTERED -> {
        for (int i = 0; i < CHANGED; i++) {
          edited[random.nextInt(LENGTH)]++;
        }
      }
      case INSERTED_SCATTERED -> {
        for (int i = 0; i < CHANGED; i++) {
          edited = RandomEdits.spliced(edited, random.nextInt(LENGTH), 0, new byte[] {row[i]});
        }
      }
      case UNRELATED -> random.nextBytes(edited);
    }
    return edited;
  }
}
