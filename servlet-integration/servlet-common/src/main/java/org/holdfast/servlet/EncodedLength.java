// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The number of bytes that characters take in one charset: exact for UTF-8 and the single-byte
 * charsets, an upper bound for the others.
 *
 * <p>Exactness matters for speed only: a bound reached too early makes the guard look at the
 * session more often than it must.
 */
final class EncodedLength {
  private final boolean utf8;
  private final long bytesPerChar;

  private EncodedLength(boolean utf8, long bytesPerChar) {
    this.utf8 = utf8;
    this.bytesPerChar = bytesPerChar;
  }

  /**
   * @param charsetName as the response names it
   * @throws java.nio.charset.UnsupportedCharsetException if this Java knows no such charset
   */
  static EncodedLength in(String charsetName) {
    Charset charset = Charset.forName(charsetName);
    if (charset.equals(StandardCharsets.UTF_8)) {
      return new EncodedLength(true, 3);
    }
    return new EncodedLength(false, (long) Math.ceil(charset.newEncoder().maxBytesPerChar()));
  }

  long of(int character) {
    return utf8 ? utf8Bytes((char) character) : bytesPerChar;
  }

  long of(char[] characters, int offset, int length) {
    if (!utf8) {
      return length * bytesPerChar;
    }
    long bytes = 0;
    for (int i = offset; i < offset + length; i++) {
      bytes += utf8Bytes(characters[i]);
    }
    return bytes;
  }

  long of(String text, int offset, int length) {
    if (!utf8) {
      return length * bytesPerChar;
    }
    long bytes = 0;
    for (int i = offset; i < offset + length; i++) {
      bytes += utf8Bytes(text.charAt(i));
    }
    return bytes;
  }

  private static int utf8Bytes(char character) {
    if (character < 0x80) {
      return 1;
    }
    // A pair of surrogates takes four bytes together.
    return character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
  }
}
