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
 * What one commit found to replicate. In this order: {@link #encode} without any lock, then {@link
 * #changes} and, when they were sent, {@link #sent} under the lock that makes the session's
 * versions, in any case {@link #close}. A capture that is closed without {@code sent} loses
 * nothing: the next one finds the same and more.
 *
 * <p>Belongs to the thread that took it.
 */
final class AttributeCapture implements AutoCloseable {
  /** A name with the value to encode for it, or without one if it was removed. */
  static final class Item {
    final String name;
    final AttributeCell.@Nullable Snapshot snapshot;
    byte @Nullable [] envelope;

    Item(String name, AttributeCell.@Nullable Snapshot snapshot) {
      this.name = name;
      this.snapshot = snapshot;
    }
  }

  /** Captures with higher tickets were taken later. */
  final long ticket;

  private final SentAttributes origin;
  private final AttributeCodec codec;
  private final List<Item> items;
  private List<Item> newest = List.of();
  private boolean encoded;

  AttributeCapture(SentAttributes origin, AttributeCodec codec, long ticket, List<Item> items) {
    this.origin = origin;
    this.codec = codec;
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
        item.envelope = codec.encode(item.name, snapshot.value());
      }
    }
    encoded = true;
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
    Set<String> removed = new HashSet<>();
    for (Item item : newest) {
      if (origin.differs(item)) {
        if (item.envelope == null) {
          removed.add(item.name);
        } else {
          changed.put(item.name, item.envelope);
        }
      }
    }
    return new Changes(settings, changed, removed);
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
