// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rehearses once it is worth it, and ends with the node at the latest. Thread-safe.
 *
 * <p>A node that is alone has nobody to take sessions over from, and one that starts again in the
 * same process finds everything loaded and compiled: a developer's server should not pay for
 * either.
 */
final class RehearsalThread implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RehearsalThread.class);
  private static final long CLOSE_WAIT_MILLIS = 2_000;

  /** Whether a node of this class loader has rehearsed to the end. */
  private static final AtomicBoolean DONE = new AtomicBoolean();

  private final Thread thread;

  @GuardedBy("this")
  private boolean used;

  /** Nothing runs before {@link #start}. */
  RehearsalThread(String member, Runnable rehearsal) {
    // It lasts as long as the node, also unstarted: what the starter inherits shall not.
    thread = new Thread(null, rehearsal, "holdfast-rehearsal-" + member, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(RehearsalThread.class.getClassLoader());
  }

  /** Breaks a stream of the node's own. */
  interface Break {
    void run() throws IOException;
  }

  /**
   * One that rehearses; for a node without secondaries it does nothing.
   *
   * @param broken comes first: a broken stream is what others hear of a dead node
   */
  static RehearsalThread of(String member, ReplicaConfig config, Break broken) {
    Runnable rehearsal =
        () -> {
          try {
            broken.run();
          } catch (IOException e) {
            log.debug("could not rehearse that a stream breaks: {}", e.getMessage());
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
