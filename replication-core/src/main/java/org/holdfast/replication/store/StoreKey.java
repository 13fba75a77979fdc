// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import org.holdfast.replication.session.SessionName;
import org.jspecify.annotations.Nullable;

/**
 * Names one entry of a store. Immutable.
 *
 * @param name any text
 * @param sessionId of an HTTP session of this cluster, or null; the entry is then held by the nodes
 *     that hold the session, and is another than the one of that name beside another session or
 *     beside none. A change of the session's id, at a login for instance, leaves the entry the
 *     same. Of a session that was found, not whatever a client sent as its id: the part that is
 *     used here is no secret
 */
public record StoreKey(String name, @Nullable String sessionId) {
  /** Holds the part of an id that never changes. */
  private static final int STABLE_CHARS = 16;

  /**
   * Takes of {@code sessionId} only what never changes.
   *
   * @throws IllegalArgumentException if {@code sessionId} is shorter than any that Holdfast makes,
   *     or has characters that these never have
   */
  public StoreKey {
    if (sessionId != null) {
      if (!sessionId.matches("[A-Za-z0-9_-]{" + STABLE_CHARS + "}.*")) {
        throw new IllegalArgumentException(
            "an entry can only be kept beside a session that has an id made by Holdfast; this one"
                + " has "
                + sessionId.length()
                + " characters or begins otherwise");
      }
      sessionId = sessionId.substring(0, STABLE_CHARS);
    }
  }

  /** An entry that is placed by its name. */
  public static StoreKey of(String name) {
    return new StoreKey(name, null);
  }

  /**
   * An entry that is placed where a session is, so that whoever takes the session over finds it
   * without asking another node than the session's.
   *
   * @param sessionId as {@code HttpSession.getId()} returns it
   */
  public static StoreKey beside(String sessionId, String name) {
    return new StoreKey(name, sessionId);
  }

  SessionName sessionName() {
    return new SessionName(name, sessionId);
  }

  /** For logs and messages: what belongs to a session's id is not told. */
  @Override
  public String toString() {
    return "\"" + name + (sessionId == null ? "\"" : "\" beside a session");
  }
}
