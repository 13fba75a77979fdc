// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.jspecify.annotations.Nullable;

/*
 * Threads: ask() is called by one thread; the rest runs on a thread of the executor, never on two
 * at a time, and busy publishes what one wrote to the next. Any thread may ask for the words.
 */
/** Asks one node once an interval, unless it still owes the answer to the question before. */
final class NodePoll {
  private static final double PERCENT_OF_NANOS_PER_MICRO = 100 * 1_000;

  private final int place;
  private final ClusterNode node;
  private final LongSupplier nanoTime;
  private final Executor threads;
  private final AtomicBoolean busy = new AtomicBoolean();
  private int heardIn = Integer.MIN_VALUE;
  private long cpuMicros;
  private long heardNanos;
  private boolean engineCounted;

  /** What each life said last. */
  @GuardedBy("this")
  private final List<Map<String, Long>> lives = new ArrayList<>();

  @GuardedBy("this")
  private int firstHeardIn = Integer.MIN_VALUE;

  @GuardedBy("this")
  private int lastHeardIn = Integer.MIN_VALUE;

  /**
   * @param place of the node in the cluster
   * @param threads must run what they are given beside each other
   */
  NodePoll(int place, ClusterNode node, LongSupplier nanoTime, Executor threads) {
    this.place = place;
    this.node = node;
    this.nanoTime = nanoTime;
    this.threads = threads;
  }

  /** Returns at once; the answer goes to {@code slice}, whenever it comes. */
  void ask(Slice slice) {
    if (busy.compareAndSet(false, true)) {
      threads.execute(
          () -> {
            try {
              Optional<NodeStatus> status = node.status();
              if (status.isPresent()) {
                NodeStatus said = status.get();
                note(said.counters(), slice.number());
                slice.heard(place, sample(said, slice.number()));
              } else if (!hasTold()) {
                askEngine(slice);
              }
            } finally {
              busy.set(false);
            }
          });
    }
  }

  /** One that tells its own processor time and hangs is not judged by another count of it. */
  private synchronized boolean hasTold() {
    return !lives.isEmpty();
  }

  private void askEngine(Slice slice) {
    OptionalLong micros = node.cpuMicros();
    if (micros.isPresent()) {
      Double percent = cpuPercent(micros.getAsLong(), true, nanoTime.getAsLong(), slice.number());
      slice.heard(place, NodeSample.silent(node.name(), percent));
    }
  }

  private synchronized void note(Map<String, Long> counters, int number) {
    if (lives.isEmpty()) {
      firstHeardIn = number;
      lives.add(counters);
    } else if (upMillis(counters) < upMillis(lives.get(lives.size() - 1))) {
      lives.add(counters);
    } else {
      lives.set(lives.size() - 1, counters);
    }
    lastHeardIn = number;
  }

  private static long upMillis(Map<String, Long> counters) {
    return counters.getOrDefault("upMillis", 0L);
  }

  /**
   * What it said last in each of its lives.
   *
   * @param first number of the first slice, and {@code last} of the last
   */
  synchronized NodeWords words(int first, int last) {
    return new NodeWords(
        node.name(),
        lives.size() == 1 && firstHeardIn == first && lastHeardIn == last,
        List.copyOf(lives));
  }

  private NodeSample sample(NodeStatus said, int number) {
    long now = nanoTime.getAsLong();
    return new NodeSample(
        node.name(),
        cpuPercent(said.counters().get("cpuMicros"), false, now, number),
        said.viewNumber(),
        said.viewMembers().size(),
        said.primarySessions(),
        said.degradedSessions(),
        said.counters().get("heapBytes"),
        said.counters().get("directBytes"),
        said.counters().get("threads"),
        said.counters().get("openFiles"),
        said.counters().get("upMillis"),
        said.counters().get("liveHeapBytes"));
  }

  /**
   * Only from one interval to the next: over a longer time the process may be another one, whose
   * clock of processor time began anew; and only of one who counts: an engine counts more.
   */
  private @Nullable Double cpuPercent(
      @Nullable Long micros, boolean byEngine, long now, int number) {
    if (micros == null) {
      return null;
    }
    boolean comparable =
        number == heardIn + 1
            && byEngine == engineCounted
            && micros >= cpuMicros
            && now - heardNanos > 0;
    Double percent =
        comparable
            ? Thousandths.of((micros - cpuMicros) * PERCENT_OF_NANOS_PER_MICRO / (now - heardNanos))
            : null;
    heardIn = number;
    cpuMicros = micros;
    engineCounted = byEngine;
    heardNanos = now;
    return percent;
  }
}
