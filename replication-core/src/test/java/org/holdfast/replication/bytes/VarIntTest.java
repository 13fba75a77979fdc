// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarIntTest {
  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "300, ac02",
    "16383, ff7f",
    "16384, 808001",
    "2147483647, ffffffff07",
    "9223372036854775807, ffffffffffffffff7f",
    "-1, ffffffffffffffffff01",
    "-9223372036854775808, 80808080808080808001"
  })
  void writesAndReads(long number, String hex) throws Exception {
    byte[] array = new byte[VarInt.MAX_BYTES + 2];
    int end = VarInt.write(number, array, 1);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    VarInt.write(number, stream);

    assertThat(stream.toByteArray()).isEqualTo(bytes(hex));
    assertThat(array).startsWith(bytes("00" + hex));
    assertThat(end).isEqualTo(1 + hex.length() / 2);
    assertThat(VarInt.length(number)).isEqualTo(hex.length() / 2);
    assertThat(VarInt.read(array, 1, end)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({
    "'', ends too early",
    "80, ends too early",
    "ffffffffffffffffff, ends too early",
    "8000, longer than it needs",
    "ff00, longer than it needs",
    "ffffffffffffffffff02, more than 64 bits",
    "80808080808080808081, more than 64 bits"
  })
  void refuses(String hex, String reason) {
    assertThatThrownBy(() -> VarInt.read(bytes(hex), 0, hex.length() / 2))
        .isInstanceOf(VarInt.MalformedNumberException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void readsNothingBehindTheEnd() {
    assertThatThrownBy(() -> VarInt.read(bytes("8001"), 0, 1))
        .hasMessageContaining("ends too early");
  }
}
