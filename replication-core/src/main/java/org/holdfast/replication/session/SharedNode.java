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

package org.holdfast.replication.session;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One application's use of a node that several share. Thread-safe.
 *
 * @see ReplicationNode#shared
 */
public final class SharedNode implements AutoCloseable {
  private final ReplicationNode node;
  private final Runnable leave;
  private final AtomicBoolean closed = new AtomicBoolean();

  SharedNode(ReplicationNode node, Runnable leave) {
    this.node = node;
    this.leave = leave;
  }

  public ReplicationNode node() {
    return node;
  }

  /**
   * Ends this use; the last one {@linkplain ReplicationNode#close closes} the node. Does nothing
   * the second time: the other uses are not this one's to end.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      leave.run();
    }
  }
}
