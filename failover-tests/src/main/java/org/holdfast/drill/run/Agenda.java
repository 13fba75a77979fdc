// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** What waits for its time, the earliest first. Runs on the drill's thread. */
final class Agenda {
  /** What is to be done. */
  enum Kind {
    /** Something new. */
    STEP,
    /** Nodes that were ended are started again, which takes its time. */
    RETURN,
    /** What lasts is taken back: that waits for nothing, or it would outlast its time. */
    HEAL
  }

  /** What is to be done then. */
  interface Part {
    /** Does it. */
    void play() throws InterruptedException;
  }

  /**
   * What waits for its time.
   *
   * @param number tells it from all others, and which was added earlier
   */
  record Due(long atNanos, long number, Kind kind, Part part) {
    boolean isStep() {
      return kind == Kind.STEP;
    }
  }

  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::number));

  private long added;

  /** Of what is due at the same time, what was added earlier comes first. */
  void add(long atNanos, Kind kind, Part part) {
    due.add(new Due(atNanos, added++, kind, part));
  }

  /** The earliest, which stays. */
  Optional<Due> next() {
    return Optional.ofNullable(due.peek());
  }

  /** Takes the earliest away. */
  Optional<Due> take() {
    return Optional.ofNullable(due.poll());
  }

  /** Takes back, in the midst of whatever is waited for, what has lasted its time. */
  void heal() throws InterruptedException {
    for (Optional<Due> heal = dueHeal(); heal.isPresent(); heal = dueHeal()) {
      due.remove(heal.get());
      heal.get().part.play();
    }
  }

  private Optional<Due> dueHeal() {
    long now = System.nanoTime();
    return due.stream()
        .filter(one -> one.kind == Kind.HEAL && one.atNanos - now <= 0)
        .min(Comparator.comparingLong(Due::atNanos));
  }
}
