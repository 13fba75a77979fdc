// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.memory.ThreadLocalPool;
import org.glassfish.grizzly.memory.ThreadLocalPoolProvider;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * A thread that reads and delivers. While it delivers the frames of one read it holds back the
 * frames that the listener sends, so that the answers to all of them leave in one write at the end.
 *
 * <p>A class of its own, not a {@code ThreadLocal}, so that nothing stays behind on request
 * threads.
 */
final class SelectorThread extends DefaultWorkerThread {
  private final List<OutgoingStream> held = new ArrayList<>();
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

  /** Runs {@code delivery} and then flushes the frames it sent; on other threads just runs it. */
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
      for (OutgoingStream stream : held) {
        stream.flush();
      }
      held.clear();
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
