// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import org.holdfast.replication.session.id.SessionName;
import org.jspecify.annotations.Nullable;

/**
 * The name of one entry of a store. Immutable.
 *
 * @param name any text
 * @param sessionId the id of an HTTP session of this cluster, or null. The nodes that hold the
 *     session then hold the entry. It is another than the entry of that name beside another session
 *     or beside none. A change of the session's id, at a login for instance, leaves the entry the
 *     same. Pass the id of a session that was found, never one as a client sent it: the part that
 *     is used here is no secret
 */
public record StoreKey(String name, @Nullable String sessionId) {
  /** The number of characters at the start of an id that never change. */
  private static final int STABLE_CHARS = 16;

  /**
   * Keeps only the part of {@code sessionId} that never changes.
   *
   * @throws IllegalArgumentException if {@code sessionId} is shorter than any that Holdfast makes,
   *     or has characters that these never have
   */
  public StoreKey {
    if (sessionId != null) {
      if (!sessionId.matches("[A-Za-z0-9_-]{" + STABLE_CHARS + "}.*")) {
        throw new IllegalArgumentException(
            "an entry beside a session needs a session id that Holdfast made; this id has "
                + sessionId.length()
                + " characters or another beginning");
      }
      sessionId = sessionId.substring(0, STABLE_CHARS);
    }
  }

  /** Returns the key of an entry that is placed by its name. */
  public static StoreKey of(String name) {
    return new StoreKey(name, null);
  }

  /**
   * Returns the key of an entry that is placed where a session is. The node that takes the session
   * over finds the entry without asking another node than the session's.
   *
   * @param sessionId as {@code HttpSession.getId()} returns it
   */
  public static StoreKey beside(String sessionId, String name) {
    return new StoreKey(name, sessionId);
  }

  SessionName sessionName() {
    return new SessionName(name, sessionId);
  }

  /** Returns the name for logs and messages, without any part of the session's id. */
  @Override
  public String toString() {
    return "\"" + name + (sessionId == null ? "\"" : "\" beside a session");
  }
}
