// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.bytes.VarInt;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.transport.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Reads one frame and believes nothing in it. Not thread-safe. */
final class WireReader {
  /** The bytes of a one-byte key, no epoch, a sequence and a lease. */
  static final int LEAST_LEASE_BYTES = 5;

  private static final int MOST_KEY_BYTES = 128;
  private static final int MOST_NAME_BYTES = 64 << 10;
  private static final long MOST_LEASE_MILLIS = Long.MAX_VALUE / WireWriter.NANOS_PER_MILLI - 1;

  private final byte[] bytes;
  private int position;

  WireReader(byte[] bytes) {
    this.bytes = bytes;
  }

  int readByte() {
    if (position >= bytes.length) {
      throw malformed("the frame ends in the middle of a message");
    }
    return bytes[position++] & 0xFF;
  }

  boolean readBoolean() {
    int value = readByte();
    if (value > 1) {
      throw malformed("a flag must be 0 or 1, was " + value);
    }
    return value == 1;
  }

  /** Reads any long; the encoding must be the shortest possible. */
  long readNumber() {
    try {
      long value = VarInt.read(bytes, position, bytes.length);
      position += VarInt.length(value);
      return value;
    } catch (VarInt.MalformedNumberException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
  }

  long readNonNegative(String what) {
    long value = readNumber();
    if (value < 0) {
      throw malformed(what + " must not be negative, was " + value);
    }
    return value;
  }

  /** Reads a count of things that take at least {@code leastBytes} each. */
  int readCount(String what, int leastBytes) {
    long count = readNonNegative(what);
    int left = bytes.length - position;
    if (count > left / leastBytes) {
      throw malformed(what + " is " + count + ", but only " + left + " bytes are left");
    }
    return (int) count;
  }

  /**
   * Reads a count of which no member sends more than {@code most}: they would cost more than their
   * bytes.
   */
  int readCount(String what, int leastBytes, int most) {
    int count = readCount(what, leastBytes);
    if (count > most) {
      throw malformed(what + " may be " + most + " at most, is " + count);
    }
    return count;
  }

  byte[] readBytes(String what) {
    int length = readCount(what, 1);
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  void skipBytes(String what) {
    int length = readCount(what, 1);
    position += length;
  }

  /** Returns the number of bytes read so far. */
  int position() {
    return position;
  }

  byte[] copySince(int start) {
    return Arrays.copyOfRange(bytes, start, position);
  }

  String readText(String what, int mostBytes) {
    int length = readCount(what, 1);
    if (length > mostBytes) {
      throw malformed(what + " may have " + mostBytes + " bytes, had " + length);
    }
    ByteBuffer text = ByteBuffer.wrap(bytes, position, length);
    position += length;
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    } catch (CharacterCodingException e) {
      throw malformed(what + " is not UTF-8");
    }
  }

  // what messages are made of

  String key() {
    String key = readText("session key", MOST_KEY_BYTES);
    if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw malformed("a session key must be printable ASCII");
    }
    return key;
  }

  Epoch epoch() {
    long counter = readNonNegative("epoch");
    if (counter == 0) {
      return Epoch.NONE;
    }
    String member = readText("member name", 64);
    return Epoch.shared(new Epoch(counter, member, readNumber()));
  }

  Epoch mintedEpoch() {
    Epoch epoch = epoch();
    if (epoch.equals(Epoch.NONE)) {
      throw malformed("the epoch of a takeover must not be zero");
    }
    return epoch;
  }

  Label label() {
    return new Label(epoch(), readNonNegative("version"));
  }

  long lease() {
    long millis = readNonNegative("lease");
    if (millis > MOST_LEASE_MILLIS) {
      throw malformed("a lease may have " + MOST_LEASE_MILLIS + " ms, had " + millis);
    }
    return millis == 0 ? -1 : (millis - 1) * WireWriter.NANOS_PER_MILLI;
  }

  /** Reads an image: checks it part by part and keeps it packed, as it came. */
  SessionImage image() {
    int start = position();
    skipBytes("settings");
    int count = readCount("attributes", 2, SessionImage.MOST_ATTRIBUTES);
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      if (!names.add(name())) {
        throw malformed("an attribute is named twice");
      }
      skipBytes("attribute");
    }
    return SessionImage.ofPacked(copySince(start));
  }

  Changes changes() {
    int flags = readByte();
    if (flags > (WireWriter.SETTINGS | WireWriter.PATCHES)) {
      throw malformed("the flags of a step must be 0 to 3, were " + flags);
    }
    boolean hasSettings = (flags & WireWriter.SETTINGS) != 0;
    byte @Nullable [] settings = hasSettings ? readBytes("settings") : null;
    Map<String, byte[]> changed = attributes();
    Map<String, byte[]> patches = (flags & WireWriter.PATCHES) == 0 ? Map.of() : patches(changed);
    int count = readCount("removed attributes", 1, SessionImage.MOST_ATTRIBUTES);
    Set<String> removed = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String name = name();
      if (changed.containsKey(name) || patches.containsKey(name) || !removed.add(name)) {
        throw malformed("an attribute is named twice");
      }
    }
    return new Changes(settings, changed, removed, patches);
  }

  /** Reads patches, which stay bytes here: a member that has their base opens them. */
  private Map<String, byte[]> patches(Map<String, byte[]> changed) {
    Map<String, byte[]> patches = attributes();
    if (patches.isEmpty()) {
      throw malformed("a step is said to have patches, and has none");
    }
    if (!Collections.disjoint(patches.keySet(), changed.keySet())) {
      throw malformed("an attribute is named twice");
    }
    return patches;
  }

  private Map<String, byte[]> attributes() {
    int count = readCount("attributes", 2, SessionImage.MOST_ATTRIBUTES);
    Map<String, byte[]> attributes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      if (attributes.put(name(), readBytes("attribute")) != null) {
        throw malformed("an attribute is named twice");
      }
    }
    return attributes;
  }

  private String name() {
    return readText("attribute name", MOST_NAME_BYTES);
  }

  Message.Held held() {
    Label label = label();
    Label rank = label();
    boolean tombstone = readBoolean();
    return new Message.Held(label, rank, tombstone, lease(), image());
  }

  Message.Touch.Lease touch() {
    return new Message.Touch.Lease(key(), epoch(), readNonNegative("sequence"), lease());
  }

  void expectEnd() {
    if (position != bytes.length) {
      throw malformed((bytes.length - position) + " bytes follow the message");
    }
  }

  MalformedFrameException malformed(String why) {
    return new MalformedFrameException(why + " (at byte " + position + " of " + bytes.length + ")");
  }
}
