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

import org.holdfast.replication.protocol.ReplicaConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rehearses while a node looks for its cluster, and ends with the node at the latest. */
final class RehearsalThread implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RehearsalThread.class);
  private static final long CLOSE_WAIT_MILLIS = 2_000;

  private final Thread thread;

  private RehearsalThread(String member, Runnable rehearsal) {
    thread = new Thread(rehearsal, "holdfast-rehearsal-" + member);
    thread.setDaemon(true);
  }

  /** Starts a rehearsal, which ends by itself; of a node without secondaries there is none. */
  static RehearsalThread start(String member, ReplicaConfig config) {
    boolean wanted = config.secondaries() > 0;
    return start(
        member,
        () -> {
          if (wanted) {
            log.debug("rehearsed: {}", new Rehearsal(config).run());
          }
        });
  }

  static RehearsalThread start(String member, Runnable rehearsal) {
    RehearsalThread started = new RehearsalThread(member, rehearsal);
    started.thread.start();
    return started;
  }

  /** Ends the rehearsal and waits for its thread, at most 2 s. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(CLOSE_WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
