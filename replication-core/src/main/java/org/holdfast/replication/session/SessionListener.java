// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import org.holdfast.replication.serialization.CorruptAttributeException;

/**
 * Hears what happens to sessions without the integration's doing. Called from any thread; must not
 * block.
 */
@FunctionalInterface
public interface SessionListener {
  /**
   * This node does not serve {@code session} any more: it was handed over or taken over. The live
   * object must be dropped without running application code; the next request acquires the session
   * again.
   */
  void onReleased(ReplicatedSession session);

  /**
   * Another node is about to be given {@code session}, which no request uses here any more: time to
   * tell objects that it goes, on another thread. What is {@linkplain ReplicatedSession#send sent}
   * before its exit goes with it; it goes without that after the hand-over timeout. Not told of a
   * session that is taken away otherwise, as after a hang. Does nothing unless overridden.
   *
   * @return whether the session is kept here, {@linkplain ReplicatedSession#enter entered}, until
   *     whoever returned that has {@linkplain ReplicatedSession#exit exited} it
   */
  default boolean beforeHandOver(ReplicatedSession session) {
    return false;
  }

  /**
   * An attribute of {@code session} cannot be read on this node, since another version of the
   * application wrote it for instance; told once per attribute that came here, when it is first
   * asked for and on the thread that asked. It reads as absent, and its bytes stay until the
   * application puts or removes something under {@code name}. Does nothing unless overridden.
   *
   * @param name of the attribute, as the application gave it
   * @param problem why; {@link CorruptAttributeException#unreadable} says which class and field
   */
  default void onUnreadable(
      ReplicatedSession session, String name, CorruptAttributeException problem) {}

  /**
   * The session is to end, on all nodes, since an attribute of it cannot be read here and the
   * policy is {@link org.holdfast.replication.config.UnreadablePolicy#INVALIDATE}. Called on the
   * thread that asked for the attribute. To be overridden by whoever has listeners to tell first;
   * otherwise the session is {@linkplain ReplicatedSession#invalidate invalidated}.
   */
  default void endUnreadable(ReplicatedSession session) {
    session.invalidate();
  }
}
