// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.util.PriorityQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An executor whose time passes when the test says so; tasks run on the thread of the test. */
final class SteppedExecutor extends ScheduledThreadPoolExecutor {
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long nowNanos;
  private long made;

  SteppedExecutor() {
    super(1);
  }

  long nowNanos() {
    return nowNanos;
  }

  /** Runs what is due until {@code nanos} have passed. */
  void pass(long nanos) {
    long end = nowNanos + nanos;
    while (!tasks.isEmpty() && tasks.element().dueNanos <= end) {
      Task due = tasks.remove();
      nowNanos = due.dueNanos;
      due.run();
    }
    nowNanos = end;
  }

  @Override
  public void execute(Runnable task) {
    Future<?> unused = schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    Task scheduled = new Task(task, nowNanos + unit.toNanos(delay), made++);
    tasks.add(scheduled);
    return scheduled;
  }

  /** A task that, once cancelled, does nothing when it is due. */
  private final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
    private final long dueNanos;
    private final long number;

    Task(Runnable task, long dueNanos, long number) {
      super(task, null);
      this.dueNanos = dueNanos;
      this.number = number;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - nowNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Task that = (Task) other;
      int byTime = Long.compare(dueNanos, that.dueNanos);
      return byTime != 0 ? byTime : Long.compare(number, that.number);
    }
  }
}
