// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.report.Timeline;
import org.holdfast.drill.report.Timeline.NodeSample;

/*
 * Threads: a thread of its own ends the intervals; each node is asked on a thread of the executor,
 * so that one that hangs delays no other; the drill's thread marks and closes. Lock: this.
 */
/**
 * Notes what users see and what each node says of itself, once an interval, from its start until it
 * is closed. Keeps at most some 600 intervals of a drill as long as planned; in one that takes
 * longer, each further 600 are twice as long as those before. Thread-safe.
 */
public final class TimelineRecorder implements AutoCloseable {
  private static final int MOST_INTERVALS = 600;
  private static final int MOST_DOUBLINGS = 20;
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** A node says something within a second or not at all. */
  private static final Duration LAST_ANSWERS = Duration.ofMillis(1_500);

  private final Supplier<PhaseFigures> load;
  private final LongSupplier nanoTime;
  private final ExecutorService threads;
  private final Duration interval;
  private final List<NodePoll> polls;
  private final NodeSample[] silent;
  private final long startNanos;
  private final Thread ticker = new Thread(this::run, "holdfast-timeline");

  @GuardedBy("this")
  private final List<Slice> slices = new ArrayList<>();

  @GuardedBy("this")
  private final List<Timeline.Mark> marks = new ArrayList<>();

  @GuardedBy("this")
  private long endNanos;

  @GuardedBy("this")
  private long dueNanos;

  @GuardedBy("this")
  private long measuredNanos;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param load takes what users saw since it was asked before
   * @param nanoTime the clock
   * @param threads run questions to nodes beside each other; shut down at the end
   */
  TimelineRecorder(
      Supplier<PhaseFigures> load,
      List<ClusterNode> nodes,
      Duration interval,
      LongSupplier nanoTime,
      ExecutorService threads) {
    this.load = load;
    this.nanoTime = nanoTime;
    this.threads = threads;
    this.interval = interval;
    this.polls =
        IntStream.range(0, nodes.size())
            .mapToObj(place -> new NodePoll(place, nodes.get(place), nanoTime, threads))
            .toList();
    this.silent =
        nodes.stream().map(node -> NodeSample.silent(node.name())).toArray(NodeSample[]::new);
    this.startNanos = nanoTime.getAsLong();
    this.endNanos = startNanos;
    this.measuredNanos = startNanos;
    this.dueNanos = startNanos + interval.toNanos();
    PhaseFigures before = load.get();
    // What they have used before the first interval begins; the answers are kept nowhere else.
    Slice baseline = new Slice(0, 0, 0, before, silent);
    polls.forEach(poll -> poll.ask(baseline));
  }

  /**
   * Starts to note; call it when the first user comes in.
   *
   * @param recorder whose {@link LoadRecorder#take} nobody else may call
   * @param nodes every node that there is or may be
   * @param planned how long it will take, about: intervals are as long as it takes to keep 600 of
   *     them, at least a second
   */
  public static TimelineRecorder start(
      LoadRecorder recorder, List<ClusterNode> nodes, Duration planned) {
    return start(recorder::take, nodes, intervalFor(planned));
  }

  static TimelineRecorder start(
      Supplier<PhaseFigures> load, List<ClusterNode> nodes, Duration interval) {
    AtomicInteger number = new AtomicInteger();
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread =
                  new Thread(task, "holdfast-timeline-node-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    TimelineRecorder timeline =
        new TimelineRecorder(load, nodes, interval, System::nanoTime, threads);
    timeline.ticker.setDaemon(true);
    timeline.ticker.start();
    return timeline;
  }

  static Duration intervalFor(Duration planned) {
    long seconds = (planned.toSeconds() + MOST_INTERVALS - 1) / MOST_INTERVALS;
    return Duration.ofSeconds(Math.max(SHORTEST.toSeconds(), seconds));
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        TimeUnit.NANOSECONDS.sleep(tick());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // told to end
    }
  }

  /** Ends the interval if it is time to; returns how many nanoseconds are left to the next end. */
  synchronized long tick() {
    long now = nanoTime.getAsLong();
    if (!closed && now - dueNanos >= 0) {
      end(now);
      long length = interval.toNanos() << Math.min(slices.size() / MOST_INTERVALS, MOST_DOUBLINGS);
      // A time that passed while this thread could not run is part of the interval just ended.
      long missed = (now - dueNanos) / length;
      dueNanos += (missed + 1) * length;
    }
    return dueNanos - now;
  }

  @GuardedBy("this")
  private void end(long now) {
    Slice slice =
        new Slice(
            slices.size() + 1,
            seconds(startNanos, endNanos),
            seconds(endNanos, now),
            load.get(),
            silent);
    slices.add(slice);
    endNanos = now;
    polls.forEach(poll -> poll.ask(slice));
  }

  /** Notes that the measured time begins now. */
  public synchronized void measured() {
    measuredNanos = nanoTime.getAsLong();
  }

  /** Marks that something was done now, such as {@code paused node-2}. */
  public synchronized void mark(String what) {
    marks.add(new Timeline.Mark(seconds(startNanos, nanoTime.getAsLong()), null, what));
  }

  /**
   * Marks that it was taken back now: the last such thing that was not.
   *
   * @throws IllegalStateException if there is none
   */
  public synchronized void markEnd(String what) {
    for (int i = marks.size() - 1; i >= 0; i--) {
      Timeline.Mark mark = marks.get(i);
      if (mark.what().equals(what) && mark.untilSeconds() == null) {
        marks.set(
            i,
            new Timeline.Mark(mark.atSeconds(), seconds(startNanos, nanoTime.getAsLong()), what));
        return;
      }
    }
    throw new IllegalStateException("nothing is marked that could end as \"" + what + "\"");
  }

  /** What was noted so far. */
  public synchronized Timeline timeline() {
    return new Timeline(
        seconds(startNanos, measuredNanos), slices.stream().map(Slice::interval).toList(), marks);
  }

  /** What each node said last, in the order of the cluster; call it when this is closed. */
  public synchronized List<NodeWords> words() {
    int last = slices.size();
    return polls.stream().map(poll -> poll.words(0, last)).toList();
  }

  /** Ends the last interval and waits for the last answers, some 3 s at most; idempotent. */
  @Override
  public void close() {
    ticker.interrupt();
    synchronized (this) {
      if (!closed) {
        closed = true;
        end(nanoTime.getAsLong());
      }
    }
    threads.shutdown();
    try {
      ticker.join(LAST_ANSWERS.toMillis());
      if (!threads.awaitTermination(LAST_ANSWERS.toMillis(), TimeUnit.MILLISECONDS)) {
        List<Runnable> unused = threads.shutdownNow();
        boolean unusedToo =
            threads.awaitTermination(LAST_ANSWERS.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      List<Runnable> unused = threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static double seconds(long fromNanos, long untilNanos) {
    return Thousandths.of((untilNanos - fromNanos) / 1e9);
  }
}
