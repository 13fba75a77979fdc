// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.bytes.VarInt;
import org.jspecify.annotations.Nullable;

/**
 * A codec that packs the parts of a {@link SessionImage} into one array, and takes such an array
 * apart. The array was checked when it came in. Not thread-safe.
 */
final class PackedImage {
  private final byte[] bytes;
  private int position;

  PackedImage(byte[] bytes) {
    this.bytes = bytes;
  }

  static byte[] pack(byte[] settings, Map<String, byte[]> attributes) {
    int size = settings.length + 16;
    for (Map.Entry<String, byte[]> each : attributes.entrySet()) {
      size += each.getKey().length() + each.getValue().length + 8;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(size);
    write(out, settings);
    VarInt.write(attributes.size(), out);
    for (Map.Entry<String, byte[]> each : attributes.entrySet()) {
      write(out, each.getKey().getBytes(StandardCharsets.UTF_8));
      write(out, each.getValue());
    }
    return out.toByteArray();
  }

  /** Returns the number of bytes that {@link #pack} makes of these parts. */
  static long length(byte[] settings, Map<String, byte[]> attributes) {
    long length = lengthWithPrefix(settings.length) + VarInt.length(attributes.size());
    for (Map.Entry<String, byte[]> each : attributes.entrySet()) {
      int name = each.getKey().getBytes(StandardCharsets.UTF_8).length;
      length += lengthWithPrefix(name) + lengthWithPrefix(each.getValue().length);
    }
    return length;
  }

  private static long lengthWithPrefix(int bytes) {
    return (long) VarInt.length(bytes) + bytes;
  }

  private static void write(ByteArrayOutputStream out, byte[] value) {
    VarInt.write(value.length, out);
    out.write(value, 0, value.length);
  }

  byte[] settings() {
    position = 0;
    return read();
  }

  int attributeCount() {
    position = 0;
    int settings = readNumber();
    position += settings;
    return readNumber();
  }

  Map<String, byte[]> attributes() {
    int count = attributeCount();
    Map<String, byte[]> attributes = new HashMap<>(2 * count);
    for (int i = 0; i < count; i++) {
      attributes.put(new String(read(), StandardCharsets.UTF_8), read());
    }
    return attributes;
  }

  /**
   * Returns the envelope of one attribute, or null if there is none. Costs a look at each name
   * before it.
   */
  byte @Nullable [] attribute(String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    int count = attributeCount();
    for (int i = 0; i < count; i++) {
      int length = readNumber();
      int start = position;
      position += length;
      if (Arrays.equals(bytes, start, position, wanted, 0, wanted.length)) {
        return read();
      }
      int envelope = readNumber();
      position += envelope;
    }
    return null;
  }

  private byte[] read() {
    int length = readNumber();
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  private int readNumber() {
    try {
      long number = VarInt.read(bytes, position, bytes.length);
      position += VarInt.length(number);
      return (int) number;
    } catch (VarInt.MalformedNumberException e) {
      throw new IllegalStateException("a packed image was not checked when it came in", e);
    }
  }
}
