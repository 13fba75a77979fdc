// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/*
 * Threads: those of requests begin and end them; the one that stops the application waits.
 * Lock: this, for the wait alone.
 * Q1  the stop sees each request that may still run: it is in `running` before it reads `stopping`, which is written
 *     before `running` is read.
 */

/**
 * The requests that run in one web application. Once it is being stopped no other may begin, and
 * those that run are given some time. Thread-safe.
 *
 * <p>A request counts from its first thread of the container to the end of its response, but for
 * the time in which it keeps no session here, see {@link SessionHolds}.
 */
public final class RunningRequests {
  private static final Object NO_THREAD = new Object();

  /** The objects that stand for the requests, each with the container's thread that has it. */
  private final ConcurrentMap<Object, Object> running = new ConcurrentHashMap<>();

  private volatile boolean stopping;

  /** Lets requests begin, as the application starts, perhaps again. */
  void open() {
    stopping = false;
  }

  /** Lets no request begin from now on; returns false if that was so already. */
  synchronized boolean close() {
    boolean first = !stopping;
    stopping = true;
    return first;
  }

  /** Notes that this thread of the container has come with the request. */
  void add(Object request) {
    running.put(request, Thread.currentThread());
  }

  /** Notes that the container's thread has left the request, which continues asynchronously. */
  void detach(Object request) {
    running.replace(request, NO_THREAD);
  }

  boolean isStopping() {
    return stopping;
  }

  /** Notes that the request has ended, or keeps no session here. */
  void remove(Object request) {
    if (running.remove(request) != null && stopping) {
      wake();
    }
  }

  private synchronized void wake() {
    notifyAll();
  }

  /** Returns how many run, but for one of this thread, which waits for the stop itself. */
  int count() {
    Thread self = Thread.currentThread();
    return (int) running.values().stream().filter(thread -> thread != self).count();
  }

  /**
   * Waits until no request runs, at most for {@code limit}; returns how many do. An interrupt ends
   * the wait.
   */
  synchronized int awaitNone(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    int left = count();
    while (left > 0 && end - System.nanoTime() > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, end - System.nanoTime()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return count();
      }
      left = count();
    }
    return left;
  }
}
