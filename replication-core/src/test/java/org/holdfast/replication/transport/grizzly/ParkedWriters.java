/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
