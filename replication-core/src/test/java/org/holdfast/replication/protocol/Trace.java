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

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** What happened in a run, newest last, for whoever looks for the cause of a failure. */
final class Trace {
  static final Trace OFF = new Trace("", 0);
  private static final String EVERY_SESSION = "all";

  private final String key;
  private final int most;
  private final Deque<String> lines = new ArrayDeque<>();

  private Trace(String key, int most) {
    this.key = key;
    this.most = most;
  }

  /**
   * @param key the session whose messages are kept; empty for all
   * @param most lines kept
   */
  static Trace of(String key, int most) {
    return new Trace(key.isEmpty() ? EVERY_SESSION : key, most);
  }

  boolean isOff() {
    return most == 0;
  }

  boolean isAbout(String session) {
    return most > 0 && (key.equals(EVERY_SESSION) || key.equals(session));
  }

  void note(long nowNanos, String what) {
    if (most == 0) {
      return;
    }
    if (lines.size() == most) {
      lines.removeFirst();
    }
    lines.add(String.format(Locale.ROOT, "%,14d us  %s", nowNanos / 1000, what));
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
