// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.delta.BlockDiff;
import org.jspecify.annotations.Nullable;

/**
 * A search for patches: a few bytes that tell the secondaries of a change inside a large attribute.
 * Keeps nothing: the bytes that they have are in the replica's copy already, and a new secondary
 * gets them whole from it. Thread-safe.
 */
public final class AttributePatches {
  /** The source of the bytes that the secondaries were sent last. */
  public interface Held {
    /** Returns the bytes of an attribute; null if there are none. */
    byte @Nullable [] bytes(String name);
  }

  /** An instance that makes no patches. */
  public static final AttributePatches NONE = new AttributePatches(Integer.MAX_VALUE, name -> null);

  /**
   * The largest base that is compared: that takes up to half of its bytes in memory, in each
   * thread.
   */
  private static final int MOST_BASE_BYTES = 4 << 20;

  /**
   * The least gain: a patch of more than half of the bytes spares too little for the work at both
   * ends.
   */
  private static final int LEAST_GAIN = 2;

  private final int fromBytes;
  private final Held held;

  private AttributePatches(int fromBytes, Held held) {
    this.fromBytes = fromBytes;
    this.held = held;
  }

  public static AttributePatches of(ApplicationConfig config, Held held) {
    boolean parts = config.scope() == ReplicationScope.MODIFIED_ATTRIBUTE;
    return config.patchFromBytes() > 0 && parts
        ? new AttributePatches(config.patchFromBytes(), held)
        : NONE;
  }

  boolean isWorthATry(byte[] envelope) {
    return envelope.length >= fromBytes;
  }

  /**
   * Returns a patch against the bytes that are held; null if that is not worth it. Takes some 200
   * us for 200 KB of which little has changed, 2 ms if nothing is the same.
   */
  byte @Nullable [] patch(String name, byte[] envelope) {
    byte[] base = held.bytes(name);
    return base == null || base.length > MOST_BASE_BYTES
        ? null
        : BlockDiff.patch(base, envelope, envelope.length / LEAST_GAIN).orElse(null);
  }
}
