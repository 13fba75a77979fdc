// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import java.util.SplittableRandom;

/** Filling text that does not compress away: the same letters for the same number. */
final class Letters {
  private Letters() {}

  /** Returns {@code length} lower-case letters drawn from {@code seed}. */
  static String of(long seed, int length) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
