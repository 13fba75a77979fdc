/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.session;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.serialization.AttributeCodec;
import org.jspecify.annotations.Nullable;

/**
 * What one commit found to replicate. In this order: {@link #encode} and, if it will be sent,
 * {@link #patch} without any lock, then {@link #changes} and, when they were sent, {@link #sent}
 * under the lock that makes the session's versions, in any case {@link #close}. A capture that is
 * closed without {@code sent} loses nothing: the next one finds the same and more.
 *
 * <p>Belongs to the thread that took it.
 */
final class AttributeCapture implements AutoCloseable {
  /** A name with the value to encode for it, or without one if it was removed. */
  static final class Item {
    final String name;
    final AttributeCell.@Nullable Snapshot snapshot;
    byte @Nullable [] envelope;
    @Nullable Fingerprint fingerprint;

    /** Whether the secondaries have something else, or nothing, under the name. */
    boolean differs;

    /** What makes the envelope of the bytes of step {@link #base}; null if there is none. */
    byte @Nullable [] patch;

    long base;

    Item(String name, AttributeCell.@Nullable Snapshot snapshot) {
      this.name = name;
      this.snapshot = snapshot;
    }
  }

  /** Captures with higher tickets were taken later. */
  final long ticket;

  private final SentAttributes origin;
  private final AttributeCodec codec;
  private final AttributePatches patches;
  private final List<Item> items;
  private List<Item> newest = List.of();
  private boolean encoded;

  AttributeCapture(
      SentAttributes origin,
      AttributeCodec codec,
      AttributePatches patches,
      long ticket,
      List<Item> items) {
    this.origin = origin;
    this.codec = codec;
    this.patches = patches;
    this.ticket = ticket;
    this.items = items;
  }

  List<Item> items() {
    return items;
  }

  /**
   * Runs code of the application: hold no lock that it could want.
   *
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if a value
   *     became one that cannot be replicated
   */
  void encode() {
    for (Item item : items) {
      AttributeCell.Snapshot snapshot = item.snapshot;
      if (snapshot != null) {
        byte[] envelope = codec.encode(item.name, snapshot.value());
        item.envelope = envelope;
        item.fingerprint = Fingerprint.of(envelope);
      }
    }
    encoded = true;
  }

  /** Looks for what large attributes have in common with what the secondaries were sent. */
  void patch() {
    for (Item item : items) {
      byte[] envelope = item.envelope;
      if (envelope != null && patches.isWorthATry(envelope) && origin.mayPatch(item)) {
        item.patch = patches.patch(item.name, envelope);
        origin.tried(item);
      }
    }
  }

  /**
   * Returns the step to what was captured from what the secondaries were sent.
   *
   * @param settings part of the step, or null if unchanged
   */
  Changes changes(byte @Nullable [] settings) {
    if (!encoded) {
      throw new IllegalStateException("a capture must be encoded before its changes are known");
    }
    newest = origin.newestOf(this);
    Map<String, byte[]> changed = new HashMap<>();
    Map<String, byte[]> patched = new HashMap<>();
    Set<String> removed = new HashSet<>();
    for (Item item : newest) {
      item.differs = origin.differs(item);
      if (item.differs) {
        if (item.envelope == null) {
          removed.add(item.name);
        } else {
          changed.put(item.name, item.envelope);
          if (item.patch != null && origin.isStillAt(item)) {
            patched.put(item.name, item.patch);
          }
        }
      }
    }
    return new Changes(settings, changed, removed, patched);
  }

  /** The changes are on their way: from now on they are what later ones are compared with. */
  void sent() {
    origin.sent(this, newest);
  }

  @Override
  public void close() {
    origin.settle(this);
  }
}
