// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitEnvelopeTest {
  private static final List<String> NAMES = List.of("cart", "naïve ☕", "x".repeat(70_000));
  private static final byte[] UNIT = new UnitEnvelope(NAMES, new byte[] {1, 2, 3}).toBytes();
  private static final String NAME = UnitEnvelope.nameOf(NAMES);
  private static final byte[] MEMBER = UnitEnvelope.member(NAME);

  @Test
  void bringsBackNamesAndValues() {
    UnitEnvelope back = UnitEnvelope.of(UNIT);

    assertThat(back.names()).isEqualTo(NAMES);
    assertThat(back.values()).containsExactly(1, 2, 3);
  }

  @Test
  void namesTheUnitOfAMember_andOfNothingElse() {
    assertThat(UnitEnvelope.unitOf(MEMBER)).isEqualTo(NAME);
    assertThat(UnitEnvelope.unitOf(UNIT)).isNull();
    assertThat(UnitEnvelope.unitOf(new byte[0])).isNull();
    assertThat(UnitEnvelope.unitOf(new byte[] {1, 0, 0, 0, 0, 0})).as("an envelope").isNull();
    assertThat(MEMBER).hasSizeLessThan(50);
  }

  @Test
  void givesEachSetOfNamesOneName_thatNoAttributeMayHave() {
    assertThat(UnitEnvelope.isUnitName(NAME)).isTrue();
    assertThat(UnitEnvelope.isUnitName("unit cart")).isFalse();
    assertThat(UnitEnvelope.nameOf(List.of("a", "b")))
        .isEqualTo(UnitEnvelope.nameOf(List.of("a", "b")));
    assertThat(UnitEnvelope.nameOf(List.of("a", "b")))
        .isNotEqualTo(UnitEnvelope.nameOf(List.of("a", "c")))
        .isNotEqualTo(UnitEnvelope.nameOf(List.of("ab")))
        .isNotEqualTo(UnitEnvelope.nameOf(List.of("a", "b", "")));
  }

  @Test
  void refusesDamage_whateverBitIsFlipped_andWhereverItIsCut() {
    byte[] small = new UnitEnvelope(List.of("a", "b"), new byte[] {1, 2, 3}).toBytes();
    for (int bit = 8; bit < 8 * small.length; bit++) {
      byte[] damaged = small.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> UnitEnvelope.of(damaged))
          .isInstanceOf(CorruptAttributeException.class);
    }
    for (int length = 0; length < small.length; length++) {
      byte[] cut = Arrays.copyOf(small, length);
      assertThatThrownBy(() -> UnitEnvelope.of(cut)).isInstanceOf(CorruptAttributeException.class);
    }
    for (int bit = 8; bit < 8 * MEMBER.length; bit++) {
      byte[] damaged = MEMBER.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> UnitEnvelope.unitOf(damaged))
          .isInstanceOf(CorruptAttributeException.class);
      assertThat(UnitEnvelope.unitIfIntact(damaged)).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 3, 1_000_000, Integer.MAX_VALUE})
  void refusesANumberOfNames_thatTheBytesDoNotHave(int count) {
    byte[] hostile = new UnitEnvelope(List.of("a", "b"), new byte[] {}).toBytes();
    ByteBuffer.wrap(hostile).putInt(5, count);

    assertThatThrownBy(() -> UnitEnvelope.of(sealedAgain(hostile)))
        .isInstanceOf(CorruptAttributeException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 100, Integer.MAX_VALUE})
  void refusesALengthOfAName_thatTheBytesDoNotHave(int length) {
    byte[] hostile = new UnitEnvelope(List.of("a", "b"), new byte[] {}).toBytes();
    ByteBuffer.wrap(hostile).putInt(9, length);

    assertThatThrownBy(() -> UnitEnvelope.of(sealedAgain(hostile)))
        .isInstanceOf(CorruptAttributeException.class);
  }

  private static byte[] sealedAgain(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes[0]);
    crc.update(bytes, 5, bytes.length - 5);
    ByteBuffer.wrap(bytes).putInt(1, (int) crc.getValue());
    return bytes;
  }
}
