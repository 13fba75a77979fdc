// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;

/*
 * Threads: one per observer writes that observer's times, each once; the drill's thread reads them.
 */
/**
 * Asks nodes again and again what they say of themselves, and notes when each condition held first
 * for each of them. Times are late by at most the poll interval, {@value #POLL_MILLIS} ms, and a
 * status request.
 */
final class StatusWatch implements AutoCloseable {
  static final long POLL_MILLIS = 20;
  private static final long NEVER = Long.MIN_VALUE;
  private static final long CLOSE_MILLIS = 3_000;

  private final long sinceNanos;
  private final List<Predicate<NodeStatus>> conditions;
  private final List<Observer> observers = new ArrayList<>();

  /**
   * Starts watching; one thread an observer, until all conditions have held for it.
   *
   * @param sinceNanos when the watched time began, on {@link System#nanoTime}
   */
  StatusWatch(
      List<ClusterNode> observers, long sinceNanos, List<Predicate<NodeStatus>> conditions) {
    this.sinceNanos = sinceNanos;
    this.conditions = List.copyOf(conditions);
    for (ClusterNode node : observers) {
      this.observers.add(new Observer(node));
    }
    this.observers.forEach(observer -> observer.thread.start());
  }

  /** Nanoseconds until the first observer met the condition of that number. */
  OptionalLong first(int condition) {
    return observers.stream()
        .mapToLong(observer -> observer.met.get(condition))
        .filter(nanos -> nanos != NEVER)
        .min();
  }

  /** Nanoseconds until the last one met it; empty while one has not, or if there is none. */
  OptionalLong all(int condition) {
    long last = NEVER;
    for (Observer observer : observers) {
      long nanos = observer.met.get(condition);
      if (nanos == NEVER) {
        return OptionalLong.empty();
      }
      last = Math.max(last, nanos);
    }
    return observers.isEmpty() ? OptionalLong.empty() : OptionalLong.of(last);
  }

  @Override
  public void close() {
    observers.forEach(observer -> observer.thread.interrupt());
    try {
      for (Observer observer : observers) {
        observer.thread.join(CLOSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Observer {
    private final ClusterNode node;
    private final Thread thread;
    private final AtomicLongArray met = new AtomicLongArray(conditions.size());

    Observer(ClusterNode node) {
      this.node = node;
      for (int condition = 0; condition < met.length(); condition++) {
        met.set(condition, NEVER);
      }
      this.thread = new Thread(this::poll, "holdfast-watch-" + node.name());
      this.thread.setDaemon(true);
    }

    private void poll() {
      try {
        while (!Thread.currentThread().isInterrupted() && !isDone()) {
          node.status().ifPresent(this::note);
          Thread.sleep(POLL_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // told to end
      }
    }

    private boolean isDone() {
      for (int condition = 0; condition < met.length(); condition++) {
        if (met.get(condition) == NEVER) {
          return false;
        }
      }
      return true;
    }

    private void note(NodeStatus status) {
      long since = System.nanoTime() - sinceNanos;
      for (int condition = 0; condition < met.length(); condition++) {
        if (met.get(condition) == NEVER && conditions.get(condition).test(status)) {
          met.set(condition, since);
        }
      }
    }
  }
}
