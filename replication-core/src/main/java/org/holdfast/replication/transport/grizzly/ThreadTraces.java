// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.ThreadCache;
import org.glassfish.grizzly.Writer;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the values that Grizzly leaves in thread-local variables of other threads: caches, and a
 * counter of nested writes. A container's threads outlive a web application that has Grizzly in its
 * own {@code WEB-INF/lib}, and each of these objects would keep that application's class loader.
 *
 * <p>Grizzly has no call for this, so its variables are found by reflection. Costs two look-ups in
 * a thread's map, and new objects for the next write of the thread.
 */
final class ThreadTraces {
  private static final Logger log = LoggerFactory.getLogger(ThreadTraces.class);
  private static final List<ThreadLocal<?>> LEFT = find();

  private ThreadTraces() {}

  /**
   * Removes the values of the calling thread, unless it is Grizzly's. To be called at the end of
   * each use of Grizzly on another thread, but not while it writes.
   */
  static void remove() {
    if (Thread.currentThread() instanceof DefaultWorkerThread) {
      return;
    }
    for (ThreadLocal<?> left : LEFT) {
      left.remove();
    }
  }

  private static List<ThreadLocal<?>> find() {
    List<ThreadLocal<?>> found = new ArrayList<>();
    add(found, ThreadCache.class, "genericCacheAttr");
    add(found, Writer.Reentrant.class, "REENTRANTS_COUNTER");
    return List.copyOf(found);
  }

  private static void add(List<ThreadLocal<?>> found, Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      if (field.get(null) instanceof ThreadLocal<?> variable) {
        found.add(variable);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} of {} is not there: threads keep its values", name, owner, e);
    }
  }
}
