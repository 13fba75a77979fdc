// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.util.Map;

/** A listener that receives what happens to entries without the application's doing. */
public interface StoreListener {
  /** A listener that does nothing. */
  StoreListener NONE = new StoreListener() {};

  /**
   * Receives the attributes of an entry that no caller has used for its time: it is removed after
   * this returns, on all nodes. Called once in the cluster, on the store's own thread of one node;
   * other expiries of the store wait for it. Called at least once if the cluster is parted just
   * then. An exception is logged, and the entry ends nevertheless.
   *
   * @param attributes the readable attributes of the entry; its name is among them only if the
   *     application put it there
   */
  default void onExpired(Map<String, Object> attributes) {}

  /**
   * Receives the key of an entry that was opened, read or written here and that another node serves
   * now. Live attributes that the application has kept are out of date then. Called from any
   * thread; must not block.
   */
  default void onReleased(StoreKey key) {}
}
