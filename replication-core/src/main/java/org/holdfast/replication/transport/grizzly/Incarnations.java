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
import org.holdfast.replication.membership.Member;

/**
 * The newest incarnation heard of each member name, so that a process that was replaced cannot come
 * back. Any thread; remembers the {@value #MAX_NAMES} names heard of last.
 */
final class Incarnations {
  static final int MAX_NAMES = 4096;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<String, Long> newest =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_NAMES;
        }
      };

  /**
   * Returns the newest incarnation heard of {@code member}'s name, its own if it is that or nothing
   * was heard.
   */
  long newestOf(Member member) {
    synchronized (lock) {
      Long known = newest.get(member.name());
      return known == null ? member.incarnation() : Math.max(known, member.incarnation());
    }
  }

  /** Remembers {@code member}; returns whether it replaces an older incarnation. */
  boolean replacesOlder(Member member) {
    synchronized (lock) {
      Long known = newest.get(member.name());
      if (known == null || known < member.incarnation()) {
        newest.put(member.name(), member.incarnation());
      }
      return known != null && known < member.incarnation();
    }
  }
}
