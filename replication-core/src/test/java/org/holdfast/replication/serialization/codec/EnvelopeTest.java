// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.holdfast.replication.serialization.CorruptAttributeException;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private final byte[] sealed = Envelope.seal(Envelope.KRYO, new byte[] {1, 2, 3, 4}, 3);

  @Test
  void opensWhatItSealed_withFiveBytesOnTop() {
    Envelope open = Envelope.open(sealed, 8);

    assertThat(sealed).hasSize(8).endsWith(1, 2, 3);
    assertThat(open.codecId()).isEqualTo(Envelope.KRYO);
    assertThat(open.payloadBytes()).isEqualTo(3);
  }

  @Test
  void refusesEveryFlipOfOneOrTwoBits() {
    for (int first = 0; first < sealed.length * 8; first++) {
      for (int second = 0; second < sealed.length * 8; second++) {
        byte[] flipped = sealed.clone();
        flipped[first / 8] ^= (byte) (1 << first % 8);
        if (second != first) {
          flipped[second / 8] ^= (byte) (1 << second % 8);
        }
        assertThatThrownBy(() -> Envelope.open(flipped, 8))
            .isInstanceOf(CorruptAttributeException.class);
      }
    }
  }

  @Test
  void refusesUnknownCodecs_evenWithARightChecksum() {
    assertThatThrownBy(() -> Envelope.open(Envelope.seal(3, new byte[1], 1), 8))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining("unknown codec id 3");
  }

  @Test
  void refusesEnvelopesOverTheBound_andEmptyOnes() {
    assertThatThrownBy(() -> Envelope.open(sealed, 7))
        .hasMessageContaining("8 bytes; must have between 6 and 7");
    assertThatThrownBy(() -> Envelope.open(new byte[5], 7))
        .isInstanceOf(CorruptAttributeException.class);
    assertThatThrownBy(() -> Envelope.open(new byte[0], 7))
        .isInstanceOf(CorruptAttributeException.class);
  }
}
