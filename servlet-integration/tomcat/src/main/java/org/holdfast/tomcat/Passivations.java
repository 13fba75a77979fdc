// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.holdfast.servlet.session.Promptness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of sessions whose attributes must receive {@code sessionWillPassivate}, because the
 * session moves to another node, or moved there without notice. That call runs code of the
 * application, which must not block the replication core. So a utility thread of the server does
 * it.
 */
final class Passivations {
  /*
   * Threads: those of the replication core add; the server's utility threads passivate; the thread that stops the web
   * application passivates the rest.
   * P1  one thread at a time passivates, so that a slow application takes one utility thread, not all: the thread that has
   *     `turn`. A thread that does not get the turn leaves its session in the queue. The thread that has the turn looks
   *     at the queue once more after it gave the turn back, so no session stays behind.
   */
  private static final Logger log = LoggerFactory.getLogger(Passivations.class);
  private static final long FINISH_WAIT_MILLIS = 2_000;

  private final Supplier<Context> context;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore turn = new Semaphore(1);
  private final Promptness promptness = new Promptness(System::nanoTime);

  Passivations(Supplier<Context> context) {
    this.context = context;
  }

  /**
   * Has a utility thread passivate {@code session}, which another node serves now, if any attribute
   * listens to that and has not received it yet. Does not block.
   */
  void add(HoldfastSession session) {
    if (session.standing().hasMoveListeners()) {
      waiting.add(session.standing()::passivate);
      // If this returns false the server stops, and finish() passivates the session.
      begin();
    }
  }

  /**
   * Has a utility thread passivate {@code session}, if any attribute listens to that, and then hand
   * it over with the changes that the attributes made. Does not block.
   *
   * @return false if the hand-over must not wait: no attribute listens, one of another session
   *     blocks the queue, or the server stops. Where attributes listen, {@link #add} has the
   *     session passivated after it has moved
   */
  boolean addBeforeHandOver(HoldfastSession session) {
    if (!promptness.isThere() || !session.standing().hasMoveListeners()) {
      return false;
    }
    Runnable passivation = session.standing()::passivateBeforeHandOver;
    waiting.add(passivation);
    return begin() || !waiting.remove(passivation);
  }

  /**
   * Has a utility thread passivate the waiting sessions; returns false if the server has none any
   * more. Then {@link #finish} passivates them, when the application stops.
   */
  private boolean begin() {
    Executor executor = Container.getService(context.get()).getServer().getUtilityExecutor();
    try {
      if (executor != null) {
        executor.execute(this::passivateInContext);
        return true;
      }
    } catch (RejectedExecutionException e) {
      log.debug("the server stops: sessions are passivated when the web application stops", e);
    }
    return false;
  }

  /** Passivates the waiting sessions with the class loader of the web application. */
  private void passivateInContext() {
    // Not by Context.bind, whose signature differs between Tomcat 10.1 and 11.
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(context.get().getLoader().getClassLoader());
    try {
      while (!waiting.isEmpty() && turn.tryAcquire()) {
        passivateInTurn();
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void passivateInTurn() {
    try {
      for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
        passivateOne(next);
      }
    } finally {
      turn.release();
    }
  }

  /**
   * Passivates one session. Logs only the class of an exception, since its message may contain
   * private data. The thread goes on with the next session.
   */
  private void passivateOne(Runnable session) {
    try {
      promptness.run(session);
    } catch (RuntimeException | Error e) {
      log.warn(
          "the passivation of a session threw {}: other nodes keep the session as it was before,"
              + " and the next session is passivated",
          e.getClass().getName());
    }
  }

  /**
   * Passivates the sessions that are left, on this thread. Waits at most 2 s for another thread
   * that still passivates.
   */
  void finish() {
    try {
      if (turn.tryAcquire(FINISH_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        passivateInTurn();
      } else {
        log.warn(
            "web application {} stops while sessionWillPassivate of an attribute is still running",
            context.get().getName());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
