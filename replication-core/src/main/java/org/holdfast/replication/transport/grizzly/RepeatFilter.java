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

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells news from repetition, so that a peer that tries again every second does not fill the log.
 * Any thread; remembers the last message of the {@value #MAX_SOURCES} sources heard last.
 */
final class RepeatFilter {
  static final int MAX_SOURCES = 256;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<String, String> lastMessages =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MAX_SOURCES;
        }
      };

  /** Returns whether {@code message} differs from the last one of {@code source}. */
  boolean isNews(String source, String message) {
    synchronized (lock) {
      return !message.equals(lastMessages.put(source, message));
    }
  }

  /** Makes the next message of {@code source} news, because things went well in between. */
  void forget(String source) {
    synchronized (lock) {
      lastMessages.remove(source);
    }
  }
}
