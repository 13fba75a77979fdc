// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  @Test
  void isTheSame_forEqualBytesInOtherArrays() {
    byte[] bytes = new byte[1_000];
    new Random(1).nextBytes(bytes);

    assertThat(Fingerprint.of(bytes.clone())).isEqualTo(Fingerprint.of(bytes));
  }

  @Test
  void isOfThePart_whenItsOffsetAndLengthAreGiven() {
    byte[] bytes = {9, 1, 2, 3, 9};

    assertThat(Fingerprint.of(bytes, 1, 3)).isEqualTo(Fingerprint.of(new byte[] {1, 2, 3}));
  }

  @Test
  void differs_whateverBitIsFlipped_andForEachLength() {
    Set<Fingerprint> seen = new HashSet<>();
    int arrays = 0;
    for (int length : new int[] {0, 1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1_024, 1_025}) {
      byte[] bytes = new byte[length];
      for (int bit = 0; bit < 8 * length; bit++) {
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        seen.add(Fingerprint.of(bytes));
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        arrays++;
      }
      seen.add(Fingerprint.of(bytes));
      arrays++;
    }

    assertThat(seen).hasSize(arrays);
  }

  @Test
  void usesAllOfIts128Bits() {
    long high = 0;
    long low = 0;
    for (int i = 0; i < 1_000; i++) {
      Fingerprint fingerprint = Fingerprint.of(new byte[] {(byte) i, (byte) (i >> 8)});
      high |= fingerprint.high();
      low |= fingerprint.low();
    }

    assertThat(high & low).isEqualTo(-1L);
  }
}
