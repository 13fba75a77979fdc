// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.delta.BlockDiff;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a few bytes are enough to tell the secondaries of a change inside a large
 * attribute. Keeps nothing: what they have is in the replica's copy already, from which a new
 * secondary gets it whole. Thread-safe.
 */
final class AttributePatches {
  /** Where the bytes are that the secondaries were sent last. */
  interface Held {
    /** Null if there are none. */
    byte @Nullable [] bytes(String name);
  }

  /** Makes none. */
  static final AttributePatches NONE = new AttributePatches(Integer.MAX_VALUE, name -> null);

  /** To compare takes up to half of the base's bytes in memory, in each thread that does it. */
  private static final int MOST_BASE_BYTES = 4 << 20;

  /** A patch of more than half of the bytes spares too little for the work at both ends. */
  private static final int LEAST_GAIN = 2;

  private final int fromBytes;
  private final Held held;

  private AttributePatches(int fromBytes, Held held) {
    this.fromBytes = fromBytes;
    this.held = held;
  }

  static AttributePatches of(ApplicationConfig config, Held held) {
    boolean parts = config.scope() == ReplicationScope.MODIFIED_ATTRIBUTE;
    return config.patchFromBytes() > 0 && parts
        ? new AttributePatches(config.patchFromBytes(), held)
        : NONE;
  }

  boolean isWorthATry(byte[] envelope) {
    return envelope.length >= fromBytes;
  }

  /**
   * Returns a patch against what is held, null if that is not worth it. Takes some 200 us for 200
   * KB of which little has changed, 2 ms if nothing is the same.
   */
  byte @Nullable [] patch(String name, byte[] envelope) {
    byte[] base = held.bytes(name);
    return base == null || base.length > MOST_BASE_BYTES
        ? null
        : BlockDiff.patch(base, envelope, envelope.length / LEAST_GAIN).orElse(null);
  }
}
