// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.replication.store.StoreKey;
import org.jspecify.annotations.Nullable;

/**
 * The primary keys of stateful beans: texts, so that they mean the same on every node, with the
 * stable part of the id of the session that they lie beside.
 */
final class BeanKey {
  private static final Pattern WITH_SESSION = Pattern.compile("(.+)@([A-Za-z0-9_-]{16})");

  /** The session for which this thread has a bean made; null if there is none. */
  private static final ThreadLocal<@Nullable String> SESSION = new ThreadLocal<>();

  private BeanKey() {}

  /** Runs {@code making}, in which {@link #draw} makes keys of beans beside that session. */
  static <T> T beside(String sessionId, java.util.function.Supplier<T> making) {
    String before = SESSION.get();
    // Refused here, not in the container, if it is none of ours.
    SESSION.set(StoreKey.beside(sessionId, "").sessionId());
    try {
      return making.get();
    } finally {
      if (before == null) {
        SESSION.remove();
      } else {
        SESSION.set(before);
      }
    }
  }

  static String draw() {
    String session = SESSION.get();
    return UUID.randomUUID() + (session == null ? "" : "@" + session);
  }

  static StoreKey of(Object primaryKey) {
    Matcher parts = WITH_SESSION.matcher(primaryKey.toString());
    return parts.matches()
        ? StoreKey.beside(parts.group(2), parts.group(1))
        : StoreKey.of(primaryKey.toString());
  }
}
