// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The random numbers for one purpose in one run, from the run's seed and nothing else: whatever is
 * taken away from a run, the draws for everything else stay as they were.
 */
final class Dice {
  final SplittableRandom random;

  Dice(long seed, String purpose) {
    random = new SplittableRandom(mixed(31 * mixed(seed) + purpose.hashCode()));
  }

  /** Dice of number {@code number} among many with one purpose. */
  Dice(long seed, String purpose, long number) {
    random = new SplittableRandom(mixed(mixed(31 * mixed(seed) + purpose.hashCode()) + number));
  }

  long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  double upTo(double most) {
    return random.nextDouble() * most;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Neighbouring seeds must not draw alike: the finalizer of MurmurHash3. */
  private static long mixed(long bits) {
    long mixed = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
