// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The key of a session in 24 bytes of heap; as a text of 16 characters it takes 56, which a member
 * with a million copies feels. Immutable.
 *
 * <p>Only the 16 characters of the URL-safe Base64 alphabet that session keys consist of can be
 * packed: 6 bits each. Other keys stay texts.
 */
final class PackedKey implements Comparable<PackedKey> {
  private static final int LENGTH = 16;

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private static final byte[] CODES = codes();

  /** The 48 bits of the first eight characters, then the upper 16 of the 48 bits of the others. */
  private final long high;

  /** The lower 32 of the 48 bits of the last eight characters. */
  private final int low;

  private PackedKey(long high, int low) {
    this.high = high;
    this.low = low;
  }

  /** Returns the packed key, or the text itself if it is of another form. */
  static Object of(String text) {
    PackedKey packed = text.length() == LENGTH ? pack(text) : null;
    return packed == null ? text : packed;
  }

  /** Returns the text of a key that {@link #of} has returned. */
  static String text(Object key) {
    return key instanceof PackedKey packed ? packed.toText() : (String) key;
  }

  private static @Nullable PackedKey pack(String text) {
    long first = 0;
    long second = 0;
    for (int i = 0; i < LENGTH; i++) {
      char c = text.charAt(i);
      int code = c < CODES.length ? CODES[c] : -1;
      if (code < 0) {
        return null;
      }
      if (i < LENGTH / 2) {
        first = first << 6 | code;
      } else {
        second = second << 6 | code;
      }
    }
    return new PackedKey(first << 16 | second >>> 32, (int) second);
  }

  private String toText() {
    char[] text = new char[LENGTH];
    long first = high >>> 16;
    long second = (high & 0xFFFF) << 32 | low & 0xFFFF_FFFFL;
    for (int i = LENGTH / 2 - 1; i >= 0; i--) {
      text[i] = ALPHABET.charAt((int) (first & 63));
      text[i + LENGTH / 2] = ALPHABET.charAt((int) (second & 63));
      first >>>= 6;
      second >>>= 6;
    }
    return new String(text);
  }

  private static byte[] codes() {
    byte[] codes = new byte[128];
    Arrays.fill(codes, (byte) -1);
    for (int i = 0; i < ALPHABET.length(); i++) {
      codes[ALPHABET.charAt(i)] = (byte) i;
    }
    return codes;
  }

  /** Orders keys by their bits, so that many keys of one hash do not slow the table down. */
  @Override
  public int compareTo(PackedKey other) {
    int byHigh = Long.compare(high, other.high);
    return byHigh != 0 ? byHigh : Integer.compare(low, other.low);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PackedKey key && high == key.high && low == key.low;
  }

  @Override
  public int hashCode() {
    // Keys of one application begin alike, and those of tests are numbers: let each bit count.
    return Long.hashCode((high ^ low * 0xC2B2_AE3D_27D4_EB4FL) * 0x9E37_79B9_7F4A_7C15L);
  }

  /** Returns no part of the key, since a key is half of a credential. */
  @Override
  public String toString() {
    return "PackedKey";
  }
}
