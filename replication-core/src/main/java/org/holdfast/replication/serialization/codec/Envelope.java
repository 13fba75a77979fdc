// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.holdfast.replication.serialization.CorruptAttributeException;

/**
 * The outer form of an encoded attribute: codec id (1 byte), CRC32C over codec id and payload (4
 * bytes, big-endian), payload.
 *
 * <p>Pure. The checksum finds damage (every change of one or two bits, every burst up to 32 bits),
 * not malice: who can write envelopes can also write a checksum, so the codecs trust nothing in the
 * payload.
 *
 * @param codecId {@link #KRYO} or {@link #JDK}
 * @param sealed the whole envelope; the payload starts at {@link #HEADER_BYTES}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Envelope(int codecId, byte[] sealed) {
  public static final int HEADER_BYTES = 5;
  public static final int KRYO = 1;
  public static final int JDK = 2;

  /** Returns the envelope of the first {@code payloadBytes} bytes of {@code payload}. */
  public static byte[] seal(int codecId, byte[] payload, int payloadBytes) {
    byte[] sealed = new byte[HEADER_BYTES + payloadBytes];
    sealed[0] = (byte) codecId;
    System.arraycopy(payload, 0, sealed, HEADER_BYTES, payloadBytes);
    ByteBuffer.wrap(sealed).putInt(1, checksum(sealed));
    return sealed;
  }

  /**
   * Checks header and checksum.
   *
   * @param maxBytes largest envelope accepted, header included
   * @throws CorruptAttributeException if it is too short, too long, of an unknown codec, or its
   *     checksum differs
   */
  public static Envelope open(byte[] sealed, int maxBytes) {
    if (sealed.length <= HEADER_BYTES || sealed.length > maxBytes) {
      throw new CorruptAttributeException(
          String.format(
              Locale.ROOT,
              "envelope of %d bytes; must have between %d and %d",
              sealed.length,
              HEADER_BYTES + 1,
              maxBytes));
    }
    int codecId = sealed[0];
    if (codecId != KRYO && codecId != JDK) {
      throw new CorruptAttributeException(
          "unknown codec id " + codecId + " in an envelope of " + sealed.length + " bytes");
    }
    int declared = ByteBuffer.wrap(sealed).getInt(1);
    int actual = checksum(sealed);
    if (declared != actual) {
      throw new CorruptAttributeException(
          String.format(
              Locale.ROOT,
              "checksum %08x does not match %08x over %d bytes",
              declared,
              actual,
              sealed.length));
    }
    return new Envelope(codecId, sealed);
  }

  int payloadBytes() {
    return sealed.length - HEADER_BYTES;
  }

  private static int checksum(byte[] sealed) {
    CRC32C crc = new CRC32C();
    crc.update(sealed[0]);
    crc.update(sealed, HEADER_BYTES, sealed.length - HEADER_BYTES);
    return (int) crc.getValue();
  }
}
