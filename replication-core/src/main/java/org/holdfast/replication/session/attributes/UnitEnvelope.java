// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of attributes that share objects. All their values are encoded as one list, the
 * <em>unit</em>, under a name that no attribute has and that stands for this set of names; under
 * each of their own names lies a <em>member</em>, which says only where. So a unit that changes
 * travels once, and its members not at all.
 *
 * <pre>
 * unit    kind (1 byte), CRC32C of the rest (4 bytes), number of names (4 bytes), each with its
 *         length (4 bytes) in UTF-8, envelope of the list
 * member  kind (1 byte), CRC32C of the rest (4 bytes), name of the unit in UTF-8
 * </pre>
 *
 * <p>Numbers are big-endian. The kinds are no codec ids, so no codec takes one of these for a value
 * and no older node does. Pure.
 *
 * @param names the names of the members, in the order of their values
 * @param values the envelope of the list of their values
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record UnitEnvelope(List<String> names, byte[] values) {
  private static final byte UNIT = (byte) 0xF1;
  private static final byte MEMBER = (byte) 0xF2;
  private static final int HEADER_BYTES = 5;
  private static final String PREFIX = "\0unit ";
  private static final int NAME_BYTES = 16;

  /** Returns whether {@code name} is that of a unit, which no attribute may have. */
  static boolean isUnitName(String name) {
    return name.startsWith(PREFIX);
  }

  /**
   * Requires of the name of an attribute that it can travel.
   *
   * @throws IllegalArgumentException if it is one of a unit, or has a half of a surrogate pair:
   *     UTF-8 has none, so two such names would be one
   */
  static void requireAttributeName(String name) {
    if (isUnitName(name)) {
      throw new IllegalArgumentException(
          "an attribute name must not begin with a zero character and \"unit\"");
    }
    for (int i = 0; i < name.length(); i++) {
      boolean pair =
          i + 1 < name.length() && Character.isSurrogatePair(name.charAt(i), name.charAt(i + 1));
      if (pair) {
        i++;
      } else if (Character.isSurrogate(name.charAt(i))) {
        throw new IllegalArgumentException(
            "an attribute name must be whole Unicode characters, has half a character at " + i);
      }
    }
  }

  /**
   * Returns the name of the unit of these members, the same on every node.
   *
   * @param names the names of the members in ascending order
   */
  static String nameOf(List<String> names) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String name : names) {
        digest.update(ByteBuffer.allocate(4).putInt(0, name.length()));
        digest.update(name.getBytes(StandardCharsets.UTF_8));
      }
      return PREFIX + HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static byte[] member(String unit) {
    byte[] name = unit.getBytes(StandardCharsets.UTF_8);
    return seal(MEMBER, name);
  }

  /**
   * Returns the unit that {@code envelope} belongs to; null if it is no member of one.
   *
   * @throws CorruptAttributeException if it is one, and damaged
   */
  static @Nullable String unitOf(byte[] envelope) {
    if (envelope.length == 0 || envelope[0] != MEMBER) {
      return null;
    }
    requireIntact(envelope);
    String unit =
        new String(envelope, HEADER_BYTES, envelope.length - HEADER_BYTES, StandardCharsets.UTF_8);
    if (!isUnitName(unit)) {
      throw new CorruptAttributeException("the attribute names a unit that does not exist");
    }
    return unit;
  }

  /** Returns the unit like {@link #unitOf}; null also if the envelope is damaged. */
  static @Nullable String unitIfIntact(byte[] envelope) {
    try {
      return unitOf(envelope);
    } catch (CorruptAttributeException e) {
      return null;
    }
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(values.length + 64 * names.size());
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(names.size());
      for (String name : names) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
      }
      out.write(values);
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory cannot fail", e);
    }
    return seal(UNIT, bytes.toByteArray());
  }

  /**
   * @throws CorruptAttributeException if it is no unit, or damaged
   */
  static UnitEnvelope of(byte[] envelope) {
    if (envelope.length < HEADER_BYTES || envelope[0] != UNIT) {
      throw new CorruptAttributeException("no unit of attributes");
    }
    requireIntact(envelope);
    try {
      ByteBuffer in =
          ByteBuffer.wrap(envelope, HEADER_BYTES, envelope.length - HEADER_BYTES).slice();
      int count = in.getInt();
      if (count < 1 || count > in.remaining() / 4) {
        throw new CorruptAttributeException(count + " names in a unit of " + envelope.length);
      }
      List<String> names = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
          throw new CorruptAttributeException("a name of " + length + " bytes in a unit");
        }
        byte[] name = new byte[length];
        in.get(name);
        names.add(new String(name, StandardCharsets.UTF_8));
      }
      return new UnitEnvelope(
          names, Arrays.copyOfRange(envelope, envelope.length - in.remaining(), envelope.length));
    } catch (BufferUnderflowException e) {
      throw new CorruptAttributeException("a unit of " + envelope.length + " bytes is cut", e);
    }
  }

  private static byte[] seal(byte kind, byte[] content) {
    byte[] sealed = new byte[HEADER_BYTES + content.length];
    sealed[0] = kind;
    System.arraycopy(content, 0, sealed, HEADER_BYTES, content.length);
    ByteBuffer.wrap(sealed).putInt(1, checksum(sealed));
    return sealed;
  }

  private static void requireIntact(byte[] sealed) {
    if (sealed.length <= HEADER_BYTES || ByteBuffer.wrap(sealed).getInt(1) != checksum(sealed)) {
      throw new CorruptAttributeException(
          "the checksum does not match " + sealed.length + " bytes of attributes that share");
    }
  }

  private static int checksum(byte[] sealed) {
    CRC32C crc = new CRC32C();
    crc.update(sealed[0]);
    crc.update(sealed, HEADER_BYTES, sealed.length - HEADER_BYTES);
    return (int) crc.getValue();
  }
}
