// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The events of a run, newest last, to find the cause of a failure. */
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
