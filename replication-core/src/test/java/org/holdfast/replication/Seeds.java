// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication;

import java.security.SecureRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The seeds of this build's random tests. Each test JVM draws its first seed anew and prints it, so
 * each build tries seeds that no build has tried before. {@code -Dseed=N} replays one seed, {@code
 * -Dseeds.first=N} begins with another one.
 */
public final class Seeds {
  /** The least fresh seed. Smaller seeds are those that documents and lists name. */
  public static final long FRESH = 1_000_000;

  /** Short enough to be typed. */
  private static final long BOUND = 1_000_000_000_000L;

  private static final @Nullable Long REPLAYED = Long.getLong("seed");
  private static final long FIRST = first();

  private Seeds() {}

  private static long first() {
    if (REPLAYED != null) {
      return REPLAYED;
    }
    Long wanted = Long.getLong("seeds.first");
    if (wanted != null) {
      return wanted;
    }
    long drawn = new SecureRandom().nextLong(FRESH, BOUND);
    System.out.printf(
        "random tests: fresh seeds from %d on; -Dseeds.first=%d draws the same%n", drawn, drawn);
    return drawn;
  }

  /** Returns the seed of a test that draws everything from one. */
  public static long one() {
    return FIRST;
  }

  /** Returns how many of {@code many} seeds are tried: one, if one is replayed. */
  public static int count(long many) {
    return REPLAYED == null ? Math.toIntExact(many) : 1;
  }

  /** Returns the seeds of a test that tries {@code many} of them. */
  public static LongStream of(long many) {
    return LongStream.range(FIRST, FIRST + count(many));
  }
}
