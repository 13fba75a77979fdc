// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The contexts of this process whose sessions are in a cluster. Thread-safe. */
final class RunningContexts {
  private static final Set<JettySessions> RUNNING = ConcurrentHashMap.newKeySet();

  private RunningContexts() {}

  static void add(JettySessions sessions) {
    RUNNING.add(sessions);
  }

  static void remove(JettySessions sessions) {
    RUNNING.remove(sessions);
  }

  /**
   * Returns whether {@code id} was drawn for another context than {@code asking} in the same
   * server.
   */
  static boolean isOfAnother(String id, JettySessions asking) {
    return anyOther(asking, other -> other.isOwn(id));
  }

  /**
   * Returns whether a session of another context in the same server had {@code id}, and this node
   * serves it under another id now.
   */
  static boolean isReplacedInAnother(String id, JettySessions asking) {
    return anyOther(asking, other -> other.isReplaced(id));
  }

  private static boolean anyOther(JettySessions asking, Predicate<JettySessions> condition) {
    for (JettySessions other : RUNNING) {
      if (other != asking
          && other.manager().getServer() == asking.manager().getServer()
          && condition.test(other)) {
        return true;
      }
    }
    return false;
  }
}
