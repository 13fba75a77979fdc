// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that rehearses once it is worth it, and ends with the node at the latest. Thread-safe.
 *
 * <p>A node that is alone has no member to take sessions over from. One that starts again in the
 * same process finds everything loaded and compiled. A developer's server should not pay for
 * either.
 */
final class RehearsalThread implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RehearsalThread.class);
  private static final long CLOSE_WAIT_MILLIS = 2_000;

  /** A flag that is set once a node of this class loader has rehearsed to the end. */
  private static final AtomicBoolean DONE = new AtomicBoolean();

  private final Thread thread;

  @GuardedBy("this")
  private boolean used;

  /** Creates the thread; nothing runs before {@link #start}. */
  RehearsalThread(String member, Runnable rehearsal) {
    // It lasts as long as the node, also unstarted: what the starter inherits shall not.
    thread = new Thread(null, rehearsal, "holdfast-rehearsal-" + member, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(RehearsalThread.class.getClassLoader());
  }

  /** An action that breaks a stream of the node's own. */
  interface Break {
    void run() throws IOException;
  }

  /**
   * Returns a thread that rehearses; for a node without secondaries it does nothing.
   *
   * @param broken the first step: other members notice a dead node by a broken stream
   */
  static RehearsalThread of(String member, ReplicaConfig config, Break broken) {
    Runnable rehearsal =
        () -> {
          try {
            broken.run();
          } catch (IOException e) {
            log.debug("the rehearsal of a broken stream failed: {}", e.getMessage());
          }
          log.debug("rehearsed: {}", new Rehearsal(config).run());
        };
    return new RehearsalThread(member, ifWorthIt(config, DONE, rehearsal));
  }

  /**
   * @param done whether there is nothing left to rehearse; becomes true after a whole rehearsal
   */
  static Runnable ifWorthIt(ReplicaConfig config, AtomicBoolean done, Runnable rehearsal) {
    return () -> {
      if (config.secondaries() > 0 && !done.get()) {
        rehearsal.run();
        done.compareAndSet(false, !Thread.currentThread().isInterrupted());
      }
    };
  }

  /** Starts a rehearsal, which ends by itself; does nothing the second time or when closed. */
  synchronized void start() {
    if (!used) {
      used = true;
      thread.start();
    }
  }

  /** Ends the rehearsal and waits for its thread, at most 2 s. */
  @Override
  public void close() {
    synchronized (this) {
      used = true;
    }
    thread.interrupt();
    try {
      thread.join(CLOSE_WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
