// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Writers that sleep until the acknowledgement with their number comes, as request threads do. */
final class ParkedWriters {
  private final AtomicReferenceArray<@Nullable Thread> waiting;

  ParkedWriters(int writers) {
    waiting = new AtomicReferenceArray<>(writers);
  }

  /** Called before the update leaves. */
  void expect(int writer) {
    waiting.set(writer, Thread.currentThread());
  }

  void await(int writer) {
    while (waiting.get(writer) != null) {
      LockSupport.park(this);
    }
  }

  void acknowledged(int writer) {
    LockSupport.unpark(waiting.getAndSet(writer, null));
  }
}
