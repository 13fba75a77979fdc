// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The highest state of one session that its answers rested on, by the time of the answer. Takes
 * answers in the order in which they came; those that state no position neither bind nor are
 * judged. Not thread-safe.
 */
final class Progress {
  private final HistoryRules rules;
  private final TreeMap<Long, Position> highest = new TreeMap<>();

  Progress(HistoryRules rules) {
    this.rules = rules;
  }

  /**
   * Records the state that an answer that binds rests on. Returns the state of an answer before it
   * if that is newer, or as new although the request adds; else empty.
   */
  Optional<Position> contradicted(Exchange exchange, Reply.Served served) {
    Optional<Position> stated = served.position();
    if (stated.isEmpty()) {
      return Optional.empty();
    }
    Position now = stated.get();
    Map.Entry<Long, Position> before = highest.lowerEntry(rules.mustShowBefore(exchange));
    int lowest = exchange.mayAdd() ? 1 : 0;
    boolean back = before != null && now.compareTo(before.getValue()) < lowest;
    Position top = highest.isEmpty() ? now : highest.lastEntry().getValue();
    highest.put(exchange.doneNanos(), top.compareTo(now) >= 0 ? top : now);
    return back ? Optional.of(before.getValue()) : Optional.empty();
  }
}
