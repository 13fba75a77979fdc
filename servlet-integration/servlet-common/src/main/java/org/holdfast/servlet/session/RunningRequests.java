// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/*
 * Threads: those of requests add and remove their request, by SessionHolds; the thread that stops the application waits, by
 * ClusterLink.
 * Lock: this, for the wait alone.
 * Q1  the stop counts each request that may still run: a request is in `running` before it reads `stopping`, and the stop
 *     writes `stopping` before it reads `running`.
 */

/**
 * The requests that run in one web application. When the application stops, no other request may
 * begin, and the stop waits for the running ones. Thread-safe.
 *
 * <p>A request counts from its first thread of the container to the end of its response. It does
 * not count while it keeps no session on this node, see {@link SessionHolds}.
 */
public final class RunningRequests {
  private static final Object NO_THREAD = new Object();

  /** The container's thread of each request, by an object that identifies the request. */
  private final ConcurrentMap<Object, Object> running = new ConcurrentHashMap<>();

  private volatile boolean stopping;

  /** Lets requests begin: the application starts, perhaps again. */
  void open() {
    stopping = false;
  }

  /** Lets no request begin from now on; returns false if an earlier call did so. */
  synchronized boolean close() {
    boolean first = !stopping;
    stopping = true;
    return first;
  }

  /** Notes that this thread, one of the container's, has the request. */
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

  /** Notes that the request has ended, or keeps no session on this node any more. */
  void remove(Object request) {
    if (running.remove(request) != null && stopping) {
      wake();
    }
  }

  private synchronized void wake() {
    notifyAll();
  }

  /**
   * Returns the number of running requests. Leaves out a request on the calling thread: it has
   * caused the stop, and the stop must not wait for it.
   */
  int count() {
    Thread self = Thread.currentThread();
    return (int) running.values().stream().filter(thread -> thread != self).count();
  }

  /**
   * Waits until no request runs, at most for {@code limit}; returns the number of those that still
   * run. An interrupt ends the wait.
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
