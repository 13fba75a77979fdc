// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import org.holdfast.replication.serialization.CorruptAttributeException;

/**
 * A listener that receives what happens to sessions without the integration's doing. Called from
 * any thread; must not block.
 */
@FunctionalInterface
public interface SessionListener {
  /**
   * Receives a session that this node does not serve any more: it was handed over or taken over.
   * The live object must be dropped without running application code; the next request acquires the
   * session again.
   */
  void onReleased(ReplicatedSession session);

  /**
   * Receives a session that another node is about to be given and no request uses here any more.
   * The integration can tell objects that it goes, on another thread. Changes that are {@linkplain
   * ReplicatedSession#send sent} before its exit go with it; it goes without them after the
   * hand-over timeout. Not called for a session that is taken away otherwise, as after a hang. Does
   * nothing unless overridden.
   *
   * @return whether the session is kept here, {@linkplain ReplicatedSession#enter entered}, until
   *     the listener has {@linkplain ReplicatedSession#exit exited} it
   */
  default boolean beforeHandOver(ReplicatedSession session) {
    return false;
  }

  /**
   * Receives an attribute of {@code session} that cannot be read on this node, since another
   * version of the application wrote it for instance. Called once per attribute that came here,
   * when it is first asked for and on the thread that asked. The attribute reads as absent, and its
   * bytes stay until the application puts or removes something under {@code name}. Does nothing
   * unless overridden.
   *
   * @param name the name of the attribute, as the application gave it
   * @param problem the reason; {@link CorruptAttributeException#unreadable} says which class and
   *     field
   */
  default void onUnreadable(
      ReplicatedSession session, String name, CorruptAttributeException problem) {}

  /**
   * Ends the session, on all nodes, since an attribute of it cannot be read here and the policy is
   * {@link org.holdfast.replication.config.UnreadablePolicy#INVALIDATE}. Called on the thread that
   * asked for the attribute. Override it to tell listeners first; otherwise the session is
   * {@linkplain ReplicatedSession#invalidate invalidated}.
   */
  default void endUnreadable(ReplicatedSession session) {
    session.invalidate();
  }
}
