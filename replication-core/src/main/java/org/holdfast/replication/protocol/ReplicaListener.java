// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * A listener for ownership that ends without the session layer's doing. The replica calls it
 * without any lock held; it must not block.
 */
@FunctionalInterface
public interface ReplicaListener {
  /** Takes in that this member no longer serves the session in {@code epoch}. */
  void onReleased(String key, Epoch epoch);

  /**
   * Takes in that this member is about to hand over the session, which no request uses any more.
   * Called once for each hand-over, not when the session is taken away otherwise.
   *
   * @return whether the session is kept, as by a request, until {@code Replica.end} is called:
   *     updates that are written until then go with it. After the hand-over timeout it goes without
   *     them.
   */
  default boolean beforeHandOver(String key, Epoch epoch) {
    return false;
  }

  /**
   * Takes in that updates written here were lost against a newer epoch elsewhere, which does not
   * descend from them.
   *
   * @param versions the number of lost steps, none of them ever protected
   */
  default void onDiscarded(String key, long versions) {}
}
