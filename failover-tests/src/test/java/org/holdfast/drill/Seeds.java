/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill;

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
