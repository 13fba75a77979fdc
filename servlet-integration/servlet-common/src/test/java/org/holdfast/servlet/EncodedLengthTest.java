// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedLengthTest {
  private static final String TEXT = "aé\u20ac\uD83D\uDE00\r\n\u07ff\u0800\u007f\u0080";

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "ISO-8859-1", "US-ASCII"})
  void isExact_whenTheCharsetIsUtf8OrSingleByte(String charset) {
    int expected =
        charset.equals("UTF-8") ? TEXT.getBytes(Charset.forName(charset)).length : TEXT.length();

    assertThat(EncodedLength.in(charset).of(TEXT, 0, TEXT.length())).isEqualTo(expected);
    assertThat(EncodedLength.in(charset).of(TEXT.toCharArray(), 0, TEXT.length()))
        .isEqualTo(expected);
    assertThat(TEXT.chars().mapToLong(c -> EncodedLength.in(charset).of(c)).sum())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-32", "Shift_JIS", "GB18030", "ISO-2022-JP"})
  void isNeverTooSmall_whenTheCharsetIsAnother(String charset) {
    assertThat(EncodedLength.in(charset).of(TEXT, 0, TEXT.length()))
        .isGreaterThanOrEqualTo(TEXT.getBytes(Charset.forName(charset)).length);
    assertThat(EncodedLength.in(charset).of("a", 0, 1))
        .isGreaterThanOrEqualTo("a".getBytes(Charset.forName(charset)).length);
  }
}
