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

package org.holdfast.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attributes of a session. In an application that is not distributable, what cannot be
 * replicated is kept on this node, as such applications may expect. Thread-safe.
 */
final class AttributeValues {
  private static final Logger log = LoggerFactory.getLogger(AttributeValues.class);

  private final ConcurrentMap<String, Object> replicated;

  /** Null in a distributable application. */
  private final @Nullable ConcurrentMap<String, Object> here;

  AttributeValues(ConcurrentMap<String, Object> replicated, boolean keepsWhatCannotMove) {
    this.replicated = replicated;
    this.here = keepsWhatCannotMove ? new ConcurrentHashMap<>() : null;
  }

  @Nullable Object get(String name) {
    Object kept = here == null ? null : here.get(name);
    return kept == null ? replicated.get(name) : kept;
  }

  List<String> names() {
    List<String> names = new ArrayList<>(replicated.keySet());
    if (here != null) {
      here.keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
    }
    return names;
  }

  /**
   * @return the former value
   * @throws IllegalArgumentException if the value cannot be replicated and is not kept here either
   */
  @Nullable Object put(String name, Object value) {
    Object old;
    try {
      old = replicated.put(name, value);
    } catch (IllegalArgumentException e) {
      if (here == null) {
        throw e;
      }
      log.debug("A {} cannot be replicated and stays here", value.getClass().getName());
      Object kept = here.put(name, value);
      Object moved = replicated.remove(name);
      return kept == null ? moved : kept;
    }
    Object kept = here == null ? null : here.remove(name);
    return kept == null ? old : kept;
  }

  @Nullable Object remove(String name) {
    Object kept = here == null ? null : here.remove(name);
    Object old = replicated.remove(name);
    return kept == null ? old : kept;
  }
}
