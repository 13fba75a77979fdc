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

package org.holdfast.replication.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One step of a session from a version to the next.
 *
 * @param settings the new settings, or null if unchanged
 * @param changed envelopes of new and changed attributes
 * @param removed names of removed attributes; disjoint from {@code changed}
 */
// Bytes are shared as they are; nobody compares these records.
@SuppressWarnings("ArrayRecordComponent")
public record Changes(
    byte @Nullable [] settings, Map<String, byte[]> changed, Set<String> removed) {
  public Changes {
    changed = Map.copyOf(changed);
    removed = Set.copyOf(removed);
  }

  SessionImage applyTo(SessionImage image) {
    Map<String, byte[]> attributes = new HashMap<>(image.attributes());
    attributes.keySet().removeAll(removed);
    attributes.putAll(changed);
    return image.with(settings == null ? image.settings() : settings, attributes);
  }
}
