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
 * A queue of sessions to passivate, since they go to other nodes or went there unannounced. A
 * utility thread of the server does that: an application must not keep the replication core
 * waiting.
 */
final class Passivations {
  /*
   * Threads: those of the replication core add; the server's utility threads passivate; the thread that stops the web
   * application does what is left.
   * P1  one thread at a time passivates, so that a slow application takes one utility thread, not all. A thread that
   *     does not get the turn leaves its session to the thread that has it, which looks again after it gave the turn
   *     back.
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
   * Has {@code session}, which another node serves now, passivated soon, if any of its attributes
   * listens to that and has not received it yet. Does not block.
   */
  void add(HoldfastSession session) {
    if (session.standing().hasMoveListeners()) {
      waiting.add(session.standing()::passivate);
      // If that is refused, the server stops: stopping the application passivates then.
      begin();
    }
  }

  /**
   * Has {@code session} passivated soon if any of its attributes wants that, and handed over then
   * with their changes. Does not block.
   *
   * @return false if the hand-over has nothing to wait for, or an attribute of another session
   *     takes so long that this session is to be passivated when it has gone
   */
  boolean addBeforeHandOver(HoldfastSession session) {
    if (!promptness.isThere() || !session.standing().hasMoveListeners()) {
      return false;
    }
    Runnable parting = session.standing()::passivateBeforeHandOver;
    waiting.add(parting);
    return begin() || !waiting.remove(parting);
  }

  /**
   * Returns whether the waiting sessions get their turn now; if not, they do when the application
   * stops.
   */
  private boolean begin() {
    Executor executor = Container.getService(context.get()).getServer().getUtilityExecutor();
    try {
      if (executor != null) {
        executor.execute(this::passivateBound);
        return true;
      }
    } catch (RejectedExecutionException e) {
      log.debug("the server stops: sessions are passivated when the web application stops", e);
    }
    return false;
  }

  private void passivateBound() {
    // Not by Context.bind, which is another method in Tomcat 10.1.
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
   * Passivates one session. Logs an exception by its class, since its message may hold anything;
   * the other sessions still have their turn.
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
   * Passivates the sessions that are left, on this thread. Waits at most 2 s until another thread
   * is done with its turn.
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
