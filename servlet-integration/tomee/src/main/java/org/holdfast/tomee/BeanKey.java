/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.tomee;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.replication.store.StoreKey;
import org.jspecify.annotations.Nullable;

/**
 * Primary keys of stateful beans: texts, so that they mean the same on every node, with the stable
 * part of the id of the session that they lie beside.
 */
final class BeanKey {
  private static final Pattern WITH_SESSION = Pattern.compile("(.+)@([A-Za-z0-9_-]{16})");

  /** Set by whoever has a bean made for a session, on its own thread. */
  private static final ThreadLocal<@Nullable String> SESSION = new ThreadLocal<>();

  private BeanKey() {}

  /** For the time of {@code making}, {@link #draw} makes keys of beans beside that session. */
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
