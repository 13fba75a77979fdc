// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.util.Locale;

/**
 * Applies patches that {@link BlockDiff} made, and refuses other bytes from the network.
 *
 * <p>A patch begins with a byte 1 (the form), the length of the base, its CRC32C, the length of the
 * result and its CRC32C. Operations follow until the result is whole, then nothing. A checksum
 * takes 4 bytes, big-endian. All other numbers have up to 32 bits, seven to a byte, the lowest
 * first, in as few bytes as possible. An operation makes the next bytes of the result:
 *
 * <ul>
 *   <li>literal: twice their number; then these bytes. No literal follows a literal
 *   <li>copy: twice their number, at least 8, and one; then their place in the base, as a distance
 *       from the expected place: the one that follows if the literals since the last copy had
 *       replaced as many bytes, but at most the base's length (distance d is written as 2d, or as
 *       -2d-1 if negative)
 * </ul>
 *
 * <p>The checksums find damage and mistakes, not malice.
 *
 * <p>Stateless: all threads may call at once.
 */
public final class BlockPatch {
  private BlockPatch() {}

  /**
   * Returns the bytes that {@code patch} makes of {@code base}.
   *
   * <p>Everything is checked before anything is allocated, then the result alone is. Time is
   * proportional to the lengths of patch, base and result.
   *
   * @param patch from an untrusted sender
   * @param base is only read
   * @param maxResultBytes longest result accepted, at least 0
   * @throws CorruptPatchException if the patch is malformed, its result is longer than {@code
   *     maxResultBytes}, or has another checksum than announced
   * @throws MismatchedBaseException if the patch is for a base of another length or checksum
   * @throws IllegalArgumentException if {@code maxResultBytes} is negative
   */
  public static byte[] apply(byte[] patch, byte[] base, int maxResultBytes)
      throws CorruptPatchException, MismatchedBaseException {
    if (maxResultBytes < 0) {
      throw new IllegalArgumentException(
          "maxResultBytes must not be negative, was " + maxResultBytes);
    }
    PatchReader reader = new PatchReader(patch);
    if (reader.resultBytes() > maxResultBytes) {
      throw new CorruptPatchException(
          String.format(
              Locale.ROOT,
              "the patch makes %d bytes; at most %d are accepted",
              reader.resultBytes(),
              maxResultBytes));
    }
    checkBase(reader, base);
    while (reader.next()) {
      // Checked by reading it: nothing is allocated for operations that do not add up.
    }
    reader.rewind();
    byte[] result = build(reader, patch, base);
    int checksum = PatchFormat.checksum(result);
    if (checksum != reader.resultChecksum()) {
      throw new CorruptPatchException(
          String.format(
              Locale.ROOT,
              "the result's checksum %08x is not %08x as announced, over %d bytes",
              checksum,
              reader.resultChecksum(),
              result.length));
    }
    return result;
  }

  private static void checkBase(PatchReader reader, byte[] base) throws MismatchedBaseException {
    if (reader.baseBytes() != base.length) {
      throw new MismatchedBaseException(
          String.format(
              Locale.ROOT,
              "the patch is for a base of %d bytes, this has %d",
              reader.baseBytes(),
              base.length));
    }
    int checksum = PatchFormat.checksum(base);
    if (checksum != reader.baseChecksum()) {
      throw new MismatchedBaseException(
          String.format(
              Locale.ROOT,
              "the patch is for a base with checksum %08x, this has %08x, both of %d bytes",
              reader.baseChecksum(),
              checksum,
              base.length));
    }
  }

  private static byte[] build(PatchReader reader, byte[] patch, byte[] base)
      throws CorruptPatchException {
    byte[] result = new byte[reader.resultBytes()];
    int at = 0;
    while (reader.next()) {
      byte[] source = reader.isCopy() ? base : patch;
      System.arraycopy(source, reader.offset(), result, at, reader.length());
      at += reader.length();
    }
    return result;
  }
}
