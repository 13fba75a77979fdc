// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;

/*
 * Threads: request threads, parallel ones of one session among them. A lock is held for one step of a workload, never while a
 * request is held or its answer written; no thread holds two.
 */
/**
 * Gives each session one lock per process, so that parallel requests of a session count one after
 * the other.
 *
 * <p>The session object itself will not do: containers hand out another facade at will. Nor will
 * the id, which a rename changes under a running request. The time of creation stays the same for
 * the life of a session; sessions that share a stripe merely wait for each other. Constant memory,
 * nothing to clean up.
 */
final class SessionLocks {
  private static final int STRIPES = 1 << 10;

  private final Object[] stripes = new Object[STRIPES];

  SessionLocks() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
  }

  /**
   * Returns the lock of a session.
   *
   * @throws IllegalStateException if the session has ended
   */
  Object of(HttpSession session) {
    return stripes[(int) session.getCreationTime() & (STRIPES - 1)];
  }
}
