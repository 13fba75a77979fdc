// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.bytes.VarInt;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;

/**
 * Writes one frame into a growing buffer; {@link WireReader} reads it. Numbers are written in
 * groups of seven bits, the lowest first. Not thread-safe.
 */
final class WireWriter {
  static final long NANOS_PER_MILLI = 1_000_000L;

  /** The flags of a step, for its parts besides changed and removed attributes. */
  static final int SETTINGS = 1;

  static final int PATCHES = 2;

  private byte[] bytes = new byte[128];
  private int size;

  WireWriter writeByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  WireWriter writeBoolean(boolean value) {
    return writeByte(value ? 1 : 0);
  }

  /** Writes a number: 1 byte for values below 128, up to 9 for others; negative ones take 10. */
  WireWriter writeNumber(long value) {
    reserve(VarInt.MAX_BYTES);
    size = VarInt.write(value, bytes, size);
    return this;
  }

  WireWriter writeBytes(byte[] value) {
    writeNumber(value.length);
    return writeAsIs(value);
  }

  /** Writes bytes without their length. */
  WireWriter writeAsIs(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  WireWriter writeText(String value) {
    return writeBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  // what messages are made of

  WireWriter head(int type, String key) {
    writeByte(type).writeText(key);
    return this;
  }

  WireWriter epoch(Epoch epoch) {
    writeNumber(epoch.counter());
    if (epoch.counter() != 0) {
      writeText(epoch.memberName()).writeNumber(epoch.incarnation());
    }
    return this;
  }

  WireWriter label(Label label) {
    epoch(label.epoch());
    writeNumber(label.version());
    return this;
  }

  /** Writes a lease: 0 if it never ends, else its milliseconds and one more. */
  WireWriter lease(long nanos) {
    writeNumber(nanos < 0 ? 0 : 1 + (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    return this;
  }

  /** Writes an image, with which a message ends: the buffer gets the size of the frame. */
  WireWriter image(SessionImage image) {
    int end = Math.addExact(size, Math.toIntExact(image.packedBytes()));
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, end);
    }
    image.write(bytes, size);
    size = end;
    return this;
  }

  WireWriter changes(Changes changes) {
    byte[] settings = changes.settings();
    Map<String, byte[]> patches = changes.patches();
    writeByte((settings == null ? 0 : SETTINGS) | (patches.isEmpty() ? 0 : PATCHES));
    if (settings != null) {
      writeBytes(settings);
    }
    if (patches.isEmpty()) {
      attributes(changes.changed());
    } else {
      Map<String, byte[]> whole = new HashMap<>(changes.changed());
      whole.keySet().removeAll(patches.keySet());
      attributes(whole);
      attributes(patches);
    }
    writeNumber(changes.removed().size());
    changes.removed().forEach(this::writeText);
    return this;
  }

  private void attributes(Map<String, byte[]> attributes) {
    writeNumber(attributes.size());
    attributes.forEach((name, envelope) -> writeText(name).writeBytes(envelope));
  }

  void promise(Message.Promise promise) {
    epoch(promise.epoch());
    writeBoolean(promise.handOver());
    epoch(promise.before());
    writeNumber(promise.viewNumber()).writeBoolean(promise.held().isPresent());
    promise
        .held()
        .ifPresent(
            held -> {
              label(held.label()).label(held.rank());
              writeBoolean(held.tombstone());
              lease(held.leaseNanos());
              image(held.image());
            });
  }

  void touch(Message.Touch.Lease lease) {
    writeText(lease.key());
    epoch(lease.epoch());
    writeNumber(lease.sequence());
    lease(lease.leaseNanos());
  }

  /** Returns the frame. Nothing can be written after that. */
  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
