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

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;

/*
 * Threads: one per survivor writes that survivor's two times once; the drill's thread reads them.
 */
/**
 * Asks survivors again and again for their view and notes when the victim is gone from it. Times
 * are late by at most the poll interval, {@value #POLL_MILLIS} ms, and a status request.
 */
final class ViewWatch implements AutoCloseable {
  static final long POLL_MILLIS = 20;
  private static final long NEVER = Long.MIN_VALUE;
  private static final long CLOSE_MILLIS = 3_000;

  private final String victim;
  private final long killNanos;
  private final List<Survivor> survivors = new ArrayList<>();

  /** Starts watching; one thread a survivor. */
  ViewWatch(List<ClusterNode> survivors, String victim, long killNanos) {
    this.victim = victim;
    this.killNanos = killNanos;
    for (ClusterNode node : survivors) {
      this.survivors.add(new Survivor(node));
    }
    this.survivors.forEach(survivor -> survivor.thread.start());
  }

  /** Returns when every node names every other in a settled view, or after {@code timeout}. */
  static boolean awaitWhole(List<ClusterNode> nodes, Duration timeout) throws InterruptedException {
    List<String> names = nodes.stream().map(ClusterNode::name).toList();
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!nodes.stream().allMatch(node -> isWhole(node.status(), names))) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }

  private static boolean isWhole(Optional<NodeStatus> status, List<String> names) {
    return status
        .filter(
            found ->
                found.settled()
                    && found.viewMembers().size() == names.size()
                    && found.viewMembers().containsAll(names))
        .isPresent();
  }

  /** Nanoseconds from the kill until the first survivor's view was without the victim. */
  OptionalLong firstChangeNanos() {
    return survivors.stream()
        .mapToLong(survivor -> survivor.changed.get())
        .filter(nanos -> nanos != NEVER)
        .min();
  }

  /** Nanoseconds from the kill until every survivor's view was; empty while one is missing. */
  OptionalLong allChangedNanos() {
    return all(survivors.stream().mapToLong(survivor -> survivor.changed.get()).toArray());
  }

  /** Nanoseconds until every survivor was settled besides, with no session degraded. */
  OptionalLong allSettledNanos() {
    return all(survivors.stream().mapToLong(survivor -> survivor.settled.get()).toArray());
  }

  @Override
  public void close() {
    survivors.forEach(survivor -> survivor.thread.interrupt());
    try {
      for (Survivor survivor : survivors) {
        survivor.thread.join(CLOSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static OptionalLong all(long[] times) {
    long last = NEVER;
    for (long time : times) {
      if (time == NEVER) {
        return OptionalLong.empty();
      }
      last = Math.max(last, time);
    }
    return times.length == 0 ? OptionalLong.empty() : OptionalLong.of(last);
  }

  private final class Survivor {
    private final ClusterNode node;
    private final Thread thread;
    private final AtomicLong changed = new AtomicLong(NEVER);
    private final AtomicLong settled = new AtomicLong(NEVER);

    Survivor(ClusterNode node) {
      this.node = node;
      this.thread = new Thread(this::poll, "holdfast-view-watch-" + node.name());
      this.thread.setDaemon(true);
    }

    private void poll() {
      try {
        while (!Thread.currentThread().isInterrupted() && settled.get() == NEVER) {
          node.status().ifPresent(this::note);
          Thread.sleep(POLL_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // told to end
      }
    }

    private void note(NodeStatus status) {
      if (status.viewMembers().contains(victim) || status.viewMembers().isEmpty()) {
        return;
      }
      long since = System.nanoTime() - killNanos;
      boolean unused = changed.compareAndSet(NEVER, since);
      if (status.settled() && status.degradedSessions() == 0) {
        settled.set(since);
      }
    }
  }
}
