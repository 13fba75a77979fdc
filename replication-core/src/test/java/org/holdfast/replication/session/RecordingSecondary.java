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

package org.holdfast.replication.session;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.replication.protocol.Changes;

/** Commits attributes as a session does, and holds what a secondary would. */
final class RecordingSecondary {
  private final Map<String, byte[]> image = new HashMap<>();
  private boolean refusing;
  private boolean failing;
  private int steps;

  RecordingSecondary(Map<String, byte[]> arrived) {
    image.putAll(arrived);
  }

  /** Returns what was sent: names with the text, null for a removal; nothing if refused. */
  Map<String, String> commit(SessionAttributes attributes) {
    try (AttributeCapture capture = attributes.capture()) {
      capture.encode();
      synchronized (this) {
        Changes changes = capture.changes(null);
        if (failing) {
          throw new IllegalArgumentException("the encoded session is too big");
        }
        if (refusing) {
          return Map.of();
        }
        image.keySet().removeAll(changes.removed());
        image.putAll(changes.changed());
        capture.sent();
        Map<String, String> step = texts(changes.changed());
        changes.removed().forEach(name -> step.put(name, null));
        steps += step.isEmpty() ? 0 : 1;
        return step;
      }
    }
  }

  synchronized void refuse(boolean from) {
    refusing = from;
  }

  synchronized void fail(boolean from) {
    failing = from;
  }

  synchronized int steps() {
    return steps;
  }

  synchronized Map<String, String> image() {
    return texts(image);
  }

  private static Map<String, String> texts(Map<String, byte[]> envelopes) {
    Map<String, String> texts = new TreeMap<>();
    envelopes.forEach((name, bytes) -> texts.put(name, new String(bytes, StandardCharsets.UTF_8)));
    return texts;
  }
}
