// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * Hears of ownership that ends without the session layer's doing. Called without any lock held;
 * must not block.
 */
@FunctionalInterface
public interface ReplicaListener {
  /** This member stopped being the primary of the session in {@code ownership}. */
  void onReleased(String key, Epoch ownership);

  /**
   * Another member is about to be given the session, which no request uses any more. Told once for
   * each hand-over, not when the session is taken away otherwise.
   *
   * @return whether it is kept, as by a request, until {@link Replica#end} is told of its end: what
   *     is written till then goes with it. It goes without that after the hand-over timeout.
   */
  default boolean beforeHandOver(String key, Epoch ownership) {
    return false;
  }

  /**
   * What was written here was lost against a newer term elsewhere, which does not descend from it.
   *
   * @param versions how many steps, none of them ever protected
   */
  default void onDiscarded(String key, long versions) {}
}
