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

package org.holdfast.jetty;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attributes of a session as Jetty sees them. What Jetty keeps there of a login is replicated
 * in the form of {@link LoginValues}. In an application that is not distributable, what cannot be
 * replicated is kept on this node, as such applications may expect. Thread-safe.
 */
final class SessionValues {
  /** What became of an encoded value; one object as long as it is the same encoded one. */
  private record Decoded(Object encoded, Object value) {}

  private static final Logger log = LoggerFactory.getLogger(SessionValues.class);

  private final ConcurrentMap<String, Object> replicated;
  private final boolean keepsWhatCannotMove;
  private final ConcurrentMap<String, Object> onlyHere = new ConcurrentHashMap<>(0);
  private final ConcurrentMap<String, Decoded> decoded = new ConcurrentHashMap<>(0);

  SessionValues(ConcurrentMap<String, Object> replicated, boolean keepsWhatCannotMove) {
    this.replicated = replicated;
    this.keepsWhatCannotMove = keepsWhatCannotMove;
  }

  @Nullable Object get(String name) {
    Object kept = onlyHere.get(name);
    return kept == null ? seen(name, replicated.get(name)) : kept;
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

  List<String> names() {
    List<String> names = new ArrayList<>(replicated.keySet());
    onlyHere.keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return names;
  }

  /**
   * @return the former value
   * @throws IllegalArgumentException if the value cannot be replicated and is not kept here either
   */
  @Nullable Object put(String name, Object value) {
    boolean isJettys = LoginValues.isJettys(name);
    if (isJettys && value instanceof CompletableFuture<?> later && !later.isDone()) {
      // A form that is still being read.
      CompletableFuture<Void> unused = later.thenRun(() -> put(name, value));
      return keepHere(name, value);
    }
    Object old;
    try {
      Object stored = isJettys ? LoginValues.encode(value) : value;
      old = replicated.put(name, stored);
      if (isJettys) {
        old = seen(name, old);
        decoded.put(name, new Decoded(stored, value));
      }
    } catch (IllegalArgumentException e) {
      if (!keepsWhatCannotMove && !isJettys) {
        throw e;
      }
      if (isJettys) {
        log.warn(
            "A {} of a login stays on this node: {}", value.getClass().getName(), e.getMessage());
      }
      return keepHere(name, value);
    }
    Object kept = onlyHere.remove(name);
    return kept == null ? old : kept;
  }

  private @Nullable Object keepHere(String name, Object value) {
    Object kept = onlyHere.put(name, value);
    Object moved = seen(name, replicated.remove(name));
    return kept == null ? moved : kept;
  }

  @Nullable Object remove(String name) {
    Object kept = onlyHere.remove(name);
    Object old = seen(name, replicated.remove(name));
    decoded.remove(name);
    return kept == null ? old : kept;
  }
}
