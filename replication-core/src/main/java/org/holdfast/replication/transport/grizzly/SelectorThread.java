// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.memory.ThreadLocalPool;
import org.glassfish.grizzly.memory.ThreadLocalPoolProvider;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;
import org.holdfast.replication.thread.WakesLater;
import org.jspecify.annotations.Nullable;

/**
 * A thread that reads and delivers. While it delivers the frames of one read it holds back the
 * frames that the listener sends, so that the answers to all of them leave in one write at the end.
 * After that write it wakes the threads that have waited for one of the frames: before, they would
 * compete with it for the processor. It does not keep them waiting for more: not for a second write
 * to one peer, nor for any if it sends nothing.
 *
 * <p>A class of its own, not a {@code ThreadLocal}, so that nothing stays behind on request
 * threads.
 */
final class SelectorThread extends DefaultWorkerThread implements WakesLater {
  private final List<OutgoingStream> held = new ArrayList<>();
  private final List<Thread> toWake = new ArrayList<>();
  private boolean delivering;

  SelectorThread(MemoryManager<?> memory, String name, Runnable task) {
    super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, poolOf(memory), task);
    setDaemon(true);
  }

  /**
   * Takes over the flush of {@code stream} if the calling thread is delivering; else the caller has
   * to flush.
   */
  static boolean holdsBack(OutgoingStream stream) {
    return Thread.currentThread() instanceof SelectorThread thread && thread.hold(stream);
  }

  /**
   * Runs {@code delivery}, then flushes the frames that it sent and wakes the threads that need not
   * wait any more; on other threads just runs it.
   */
  static void deliver(Runnable delivery) {
    if (Thread.currentThread() instanceof SelectorThread thread && !thread.delivering) {
      thread.deliverAndFlush(delivery);
    } else {
      delivery.run();
    }
  }

  private void deliverAndFlush(Runnable delivery) {
    delivering = true;
    try {
      delivery.run();
    } finally {
      delivering = false;
      try {
        flushHeld();
      } finally {
        wakeAll();
      }
    }
  }

  /** Flushes each stream once, also if the flush of another one fails. */
  private void flushHeld() {
    if (!held.isEmpty()) {
      OutgoingStream stream = held.remove(0);
      try {
        stream.flush();
      } finally {
        flushHeld();
      }
    }
  }

  /**
   * Wakes the threads that wait for the calling thread, which has written to a peer and has more to
   * write there: that may last. Does nothing on other threads.
   */
  static void writesMore() {
    if (Thread.currentThread() instanceof SelectorThread thread) {
      thread.wakeAll();
    }
  }

  private void wakeAll() {
    toWake.forEach(LockSupport::unpark);
    toWake.clear();
  }

  @Override
  public void wakeLater(Thread waiting) {
    boolean later = false;
    try {
      later = delivering && toWake.add(waiting);
    } finally {
      if (!later) {
        // Also if memory ends: its outcome is there, and no other thread wakes it.
        LockSupport.unpark(waiting);
      }
    }
  }

  private boolean hold(OutgoingStream stream) {
    // Few peers are answered in one delivery, mostly one, so a list beats a set.
    if (delivering && !held.contains(stream)) {
      held.add(stream);
    }
    return delivering;
  }

  private static @Nullable ThreadLocalPool<?> poolOf(MemoryManager<?> memory) {
    return memory instanceof ThreadLocalPoolProvider provider
        ? provider.createThreadLocalPool()
        : null;
  }
}
