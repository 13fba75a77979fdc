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
