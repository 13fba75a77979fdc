// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.jspecify.annotations.Nullable;

/** Reads what messages are made of, within bounds. */
final class FieldReader {
  /** A one-byte key, no epoch, a sequence and a lease. */
  static final int LEAST_LEASE_BYTES = 5;

  private static final int MOST_KEY_BYTES = 128;
  private static final int MOST_NAME_BYTES = 64 << 10;
  private static final long MOST_LEASE_MILLIS = Long.MAX_VALUE / FieldWriter.NANOS_PER_MILLI - 1;

  private final WireReader from;

  FieldReader(WireReader from) {
    this.from = from;
  }

  String key() {
    String key = from.readText("session key", MOST_KEY_BYTES);
    if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw from.malformed("a session key must be printable ASCII");
    }
    return key;
  }

  Epoch epoch() {
    long counter = from.readNonNegative("epoch");
    if (counter == 0) {
      return Epoch.NONE;
    }
    String member = from.readText("member name", 64);
    return Epoch.shared(new Epoch(counter, member, from.readNumber()));
  }

  Epoch ballot() {
    Epoch ballot = epoch();
    if (ballot.equals(Epoch.NONE)) {
      throw from.malformed("a ballot must not be zero");
    }
    return ballot;
  }

  Label label() {
    return new Label(epoch(), from.readNonNegative("version"));
  }

  long lease() {
    long millis = from.readNonNegative("lease");
    if (millis > MOST_LEASE_MILLIS) {
      throw from.malformed("a lease may have " + MOST_LEASE_MILLIS + " ms, had " + millis);
    }
    return millis == 0 ? -1 : (millis - 1) * FieldWriter.NANOS_PER_MILLI;
  }

  /** Checks it part by part and keeps it packed, as it came. */
  SessionImage image() {
    int start = from.position();
    from.skipBytes("settings");
    int count = from.readCount("attributes", 2, SessionImage.MOST_ATTRIBUTES);
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      if (!names.add(name())) {
        throw from.malformed("an attribute is named twice");
      }
      from.skipBytes("attribute");
    }
    return SessionImage.ofPacked(from.copySince(start));
  }

  Changes changes() {
    int flags = from.readByte();
    if (flags > (FieldWriter.SETTINGS | FieldWriter.PATCHES)) {
      throw from.malformed("the flags of a step must be 0 to 3, were " + flags);
    }
    boolean hasSettings = (flags & FieldWriter.SETTINGS) != 0;
    byte @Nullable [] settings = hasSettings ? from.readBytes("settings") : null;
    Map<String, byte[]> changed = attributes();
    Map<String, byte[]> patches = (flags & FieldWriter.PATCHES) == 0 ? Map.of() : patches(changed);
    int count = from.readCount("removed attributes", 1, SessionImage.MOST_ATTRIBUTES);
    Set<String> removed = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String name = name();
      if (changed.containsKey(name) || patches.containsKey(name) || !removed.add(name)) {
        throw from.malformed("an attribute is named twice");
      }
    }
    return new Changes(settings, changed, removed, patches);
  }

  /** Patches stay bytes here: whoever has what they are against opens them. */
  private Map<String, byte[]> patches(Map<String, byte[]> changed) {
    Map<String, byte[]> patches = attributes();
    if (patches.isEmpty()) {
      throw from.malformed("a step is said to have patches, and has none");
    }
    if (!Collections.disjoint(patches.keySet(), changed.keySet())) {
      throw from.malformed("an attribute is named twice");
    }
    return patches;
  }

  private Map<String, byte[]> attributes() {
    int count = from.readCount("attributes", 2, SessionImage.MOST_ATTRIBUTES);
    Map<String, byte[]> attributes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      if (attributes.put(name(), from.readBytes("attribute")) != null) {
        throw from.malformed("an attribute is named twice");
      }
    }
    return attributes;
  }

  private String name() {
    return from.readText("attribute name", MOST_NAME_BYTES);
  }

  Message.Held held() {
    Label label = label();
    Label rank = label();
    boolean tombstone = from.readBoolean();
    return new Message.Held(label, rank, tombstone, lease(), image());
  }

  Message.Touch.Lease touch() {
    return new Message.Touch.Lease(key(), epoch(), from.readNonNegative("sequence"), lease());
  }
}
