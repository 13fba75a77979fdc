// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.servlet.session.ServletAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attributes of a session as Jetty sees them. Jetty's values of a login are replicated in the
 * form of {@link LoginValues}. In an application that is not distributable, values that cannot be
 * replicated are kept on this node, as such applications may expect. Thread-safe.
 */
final class SessionValues {
  /** A decoded value, which stays the same object as long as the encoded one does. */
  private record Decoded(Object encoded, Object value) {}

  private static final Logger log = LoggerFactory.getLogger(SessionValues.class);

  private final ServletAttributes attributes;
  private final ConcurrentMap<String, Decoded> decoded = new ConcurrentHashMap<>(0);

  SessionValues(ReplicatedSession session, boolean keepsWhatCannotMove) {
    this.attributes =
        new ServletAttributes(
            session.attributes(), session::putHeldBack, () -> !keepsWhatCannotMove);
  }

  @Nullable Object get(String name) {
    return seen(name, attributes.get(name));
  }

  private @Nullable Object seen(String name, @Nullable Object stored) {
    if (stored == null || !LoginValues.isJettys(name)) {
      return stored;
    }
    Decoded known = decoded.get(name);
    if (known == null || known.encoded() != stored) {
      known = new Decoded(stored, LoginValues.decode(stored));
      decoded.put(name, known);
    }
    return known.value();
  }

  Set<String> names() {
    return attributes.names();
  }

  /**
   * @return the former value
   * @throws IllegalArgumentException if the value cannot be replicated and is not kept here either
   */
  @Nullable Object put(String name, Object value) {
    return LoginValues.isJettys(name) ? putOfJetty(name, value) : attributes.put(name, value);
  }

  private @Nullable Object putOfJetty(String name, Object value) {
    if (value instanceof CompletableFuture<?> later && !later.isDone()) {
      // A form that is still being read.
      CompletableFuture<Void> unused = later.thenRun(() -> put(name, value));
      return seen(name, attributes.keepHere(name, value));
    }
    try {
      Object stored = LoginValues.encode(value);
      Object old = seen(name, attributes.replicate(name, stored));
      decoded.put(name, new Decoded(stored, value));
      return old;
    } catch (IllegalArgumentException e) {
      log.warn(
          "a login contains a {} that Holdfast cannot replicate, so it stays on this node: {}",
          value.getClass().getName(),
          e.getMessage());
      return seen(name, attributes.keepHere(name, value));
    }
  }

  @Nullable Object remove(String name) {
    Object old = seen(name, attributes.remove(name));
    decoded.remove(name);
    return old;
  }
}
