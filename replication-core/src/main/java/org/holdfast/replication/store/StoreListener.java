// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.util.Map;

/** Hears what happens to entries without the application's doing. */
public interface StoreListener {
  /** Hears nothing. */
  StoreListener NONE = new StoreListener() {};

  /**
   * Nobody has used the entry for its time: it is removed after this returns, on all nodes. Called
   * once in the cluster, on the store's own thread of one node, with the attributes readable; other
   * expiries of the store wait for it. At least once if the cluster is parted just then. What it
   * throws is logged, and the entry ends all the same.
   *
   * @param attributes of the entry; what it is called is not among them unless it was put there
   */
  default void onExpired(Map<String, Object> attributes) {}

  /**
   * An entry that was opened, read or written here is served by another node now: whatever is kept
   * of its live attributes means nothing any more. Called from any thread; must not block.
   */
  default void onReleased(StoreKey key) {}
}
