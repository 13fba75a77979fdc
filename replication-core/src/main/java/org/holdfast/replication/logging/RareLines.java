// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.logging;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Limits the lines that other processes can cause: one line a minute of each kind, with the number
 * of events since the line before. A kind says what happened, without details, since a stranger
 * chooses those. At most {@value #MOST_KINDS} kinds are distinguished; further ones count as one.
 * Thread-safe; calls no other code while it holds its monitor.
 */
public final class RareLines {
  /** The least time between two lines of one kind. */
  public static final long INTERVAL_NANOS = 60_000_000_000L;

  static final int MOST_KINDS = 64;
  private static final String OTHERS = "";

  private static final class Kind {
    long loggedNanos;
    long events;
  }

  @GuardedBy("this")
  private final Map<String, Kind> kinds = new HashMap<>();

  /**
   * Counts an event of {@code kind}, and logs {@code line} if a line of that kind is due, with the
   * number of events that had none.
   */
  public void add(String kind, long nowNanos, Consumer<String> log, String line) {
    long events = count(kind, nowNanos);
    if (events > 0) {
      log.accept(line + others(events));
    }
  }

  /**
   * Counts an event of {@code kind}.
   *
   * @return how many there were since the last line of that kind, this one included, if a line is
   *     due now; else 0
   */
  public synchronized long count(String kind, long nowNanos) {
    Kind known = kinds.get(kind);
    if (known == null) {
      if (kinds.size() >= MOST_KINDS) {
        kinds.values().removeIf(old -> isOver(old, nowNanos));
      }
      String name = kinds.size() < MOST_KINDS ? kind : OTHERS;
      known = kinds.computeIfAbsent(name, first -> due(nowNanos));
    }
    known.events++;
    if (!isOver(known, nowNanos)) {
      return 0;
    }
    long events = known.events;
    known.events = 0;
    known.loggedNanos = nowNanos;
    return events;
  }

  private static boolean isOver(Kind kind, long nowNanos) {
    return nowNanos - kind.loggedNanos >= INTERVAL_NANOS;
  }

  private static Kind due(long nowNanos) {
    Kind kind = new Kind();
    kind.loggedNanos = nowNanos - INTERVAL_NANOS;
    return kind;
  }

  /** Lets the next event of {@code kind} have its line at once. */
  public synchronized void forget(String kind) {
    kinds.remove(kind);
  }

  /** Returns the end of a line for so many events: empty if it stands for itself alone. */
  public static String others(long events) {
    return events <= 1 ? "" : " (and " + (events - 1) + " more since the last line of this kind)";
  }
}
