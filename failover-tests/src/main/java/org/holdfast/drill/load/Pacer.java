// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/*
 * Threads: any thread calls schedule() and cancel(); the pacer's own thread calls the listener,
 * holding no lock. Locks, outermost first: a user's monitor, then this lock.
 */
/**
 * Wakes users at absolute times from one thread, whatever their number.
 *
 * <p>A wake-up carries the time it was set for: one that crossed a change of plan is recognised by
 * that and ignored by the user.
 */
public final class Pacer implements Schedule {
  /** Name of its thread. */
  public static final String THREAD = "holdfast-pacer";

  private static final long CLOSE_MILLIS = 2_000;
  private static final long MAX_LATENESS_MICROS = 60_000_000L;

  private final Listener listener;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ConcurrentHistogram latenessMicros =
      new ConcurrentHistogram(MAX_LATENESS_MICROS, 2);
  private final Thread thread;

  @GuardedBy("lock")
  private final DueQueue queue;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param users how many are to be woken, numbered from 0
   * @param listener hears of each, on this pacer's thread
   */
  public Pacer(int users, Listener listener) {
    this.queue = new DueQueue(users);
    this.listener = listener;
    this.thread = new Thread(this::run, THREAD);
    this.thread.setDaemon(true);
  }

  @Override
  public void start() {
    thread.start();
  }

  /**
   * Wakes {@code user} at {@code dueNanos} of {@link System#nanoTime}, instead of any time before.
   */
  @Override
  public void schedule(int user, long dueNanos) {
    lock.lock();
    try {
      queue.put(user, dueNanos);
      if (queue.first() == user) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void cancel(int user) {
    lock.lock();
    try {
      queue.remove(user);
    } finally {
      lock.unlock();
    }
  }

  /** How late users were woken, in microseconds: says whether the driver kept up. */
  public Histogram lateness() {
    return latenessMicros.copy();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (wakeNext()) {}
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean wakeNext() throws InterruptedException {
    int user;
    long due;
    long now;
    lock.lock();
    try {
      while (true) {
        if (closed) {
          return false;
        }
        if (queue.isEmpty()) {
          changed.await();
          continue;
        }
        now = System.nanoTime();
        long wait = queue.dueNanos(queue.first()) - now;
        if (wait <= 0) {
          break;
        }
        long unused = changed.awaitNanos(wait);
      }
      user = queue.first();
      due = queue.dueNanos(user);
      queue.remove(user);
    } finally {
      lock.unlock();
    }
    latenessMicros.recordValue(Math.min(MAX_LATENESS_MICROS, (now - due) / 1_000));
    wake(user, due, now);
    return true;
  }

  /** A defect in one user must not leave all the others asleep. */
  private void wake(int user, long due, long now) {
    try {
      listener.onDue(user, due, now);
    } catch (RuntimeException e) {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
