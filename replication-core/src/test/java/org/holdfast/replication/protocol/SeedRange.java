// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;

/** Runs many seeds on all processors, until one fails. */
final class SeedRange {
  /*
   * Threads: each takes the next seed from `next` and keeps a tally of its own; the tallies are added up after all have ended.
   */
  private static final long PROGRESS_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A seed that failed. */
  static final class Failed extends RuntimeException {
    final long seed;

    Failed(long seed, Throwable cause) {
      super("seed " + seed + " fails: " + cause.getMessage(), cause);
      this.seed = seed;
    }
  }

  private final String name;
  private final long first;
  private final long count;
  private final LongFunction<Tally> run;
  private final AtomicLong next;
  private final AtomicReference<Failed> failed = new AtomicReference<>();
  private final long startNanos = System.nanoTime();
  private final AtomicLong progressNanos = new AtomicLong(startNanos + PROGRESS_NANOS);

  /**
   * @param run takes a seed, throws what is wrong, and may be called by several threads at once
   */
  SeedRange(String name, long first, long count, LongFunction<Tally> run) {
    this.name = name;
    this.first = first;
    this.count = count;
    this.run = run;
    this.next = new AtomicLong(first);
  }

  /**
   * Returns what all runs did.
   *
   * @throws Failed for the first seed that was seen to fail
   */
  Tally run() throws InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Tally>> parts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        parts.add(executor.submit(this::work));
      }
      Tally all = new Tally();
      for (Future<Tally> part : parts) {
        all.addAll(part.get());
      }
      Failed failure = failed.get();
      if (failure != null) {
        throw failure;
      }
      double seconds = (System.nanoTime() - startNanos) / 1e9;
      System.out.printf(
          "%s: seeds %,d to %,d in %.0f s, %,.0f a minute%s%n",
          name, first, first + count - 1, seconds, 60 * count / seconds, all);
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread of " + name + " died", e);
    } finally {
      executor.shutdownNow();
    }
  }

  private Tally work() {
    Tally tally = new Tally();
    while (failed.get() == null && !Thread.currentThread().isInterrupted()) {
      long seed = next.getAndIncrement();
      if (seed - first >= count) {
        break;
      }
      try {
        tally.addAll(run.apply(seed));
      } catch (AssertionError | RuntimeException | StackOverflowError broken) {
        failed.compareAndSet(null, new Failed(seed, broken));
      }
      printProgress(seed);
    }
    return tally;
  }

  private void printProgress(long seed) {
    long due = progressNanos.get();
    if (System.nanoTime() - due >= 0 && progressNanos.compareAndSet(due, due + PROGRESS_NANOS)) {
      long minutes = TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - startNanos);
      System.out.printf(
          "%s: %,d of %,d seeds after %d min%n", name, seed - first + 1, count, minutes);
    }
  }
}
