// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: the container's, and for an asynchronous request those of the application. They may overlap: a container that gives
 * a request up, at a time-out for instance, does not wait for the application's thread that is just writing.
 * Lock: this. The sessions are called under it, so in the order of the decisions. They take only locks of the core
 * then, under which no thread ever wants this one, and they wait for nothing else. Only their exits come after it was
 * let go: the last exit of a session may run code of the application.
 * I1  a session that was entered is exited once, by close(), and never while it is let go: it would be taken off the
 *     count twice.
 * I2  the two halves of "has answered and still runs" are written and read under the lock: whichever comes second, the
 *     answer or the leave of the container's thread, lets go, and it does so once.
 * I3  a session that could not be taken hold of again stays let go: as one that runs uncounted it would hide the end of
 *     another request.
 * I4  a call that throws has counted nevertheless, so no other call makes up for it.
 * I5  once closed nothing stays entered, until the container's thread is back, for an error page.
 * I6  a stop of the application does not wait for a request that has let go of its sessions, or is over.
 */

/**
 * Keeps the sessions of one request on this node, from being entered to the end of the request.
 *
 * <p>A request that has answered and still runs without a thread of the container keeps none: a
 * server-sent event stream would keep its session from moving to where its user is now.
 */
public final class SessionHolds {
  /** A session with the count of its running requests. Each call counts even if it throws. */
  public interface Holdable {
    /** Counts one request more; returns false, and counts none, if another node has the session. */
    boolean enter();

    void exit();

    /** Notes that the request still runs but keeps the session here no longer. */
    void letGo();

    /** Ends {@link #letGo}; returns false if the session is not here any more. */
    boolean takeHold();
  }

  private static final class Held {
    final Holdable session;
    boolean letGo;
    boolean elsewhere;

    Held(Holdable session) {
      this.session = session;
    }
  }

  private static final Logger log = LoggerFactory.getLogger(SessionHolds.class);

  private final RunningRequests requests;

  @GuardedBy("this")
  private final List<Held> all = new ArrayList<>(2);

  /** A flag set while the request runs asynchronously, without the container's thread. */
  @GuardedBy("this")
  private boolean detached;

  /** A flag set once the response is committed, or about to be. */
  @GuardedBy("this")
  private boolean answered;

  @GuardedBy("this")
  private boolean closed;

  @GuardedBy("this")
  private boolean begun;

  /**
   * @param requests the running requests of the application; this object identifies its request
   */
  public SessionHolds(RunningRequests requests) {
    this.requests = requests;
  }

  /** Keeps {@code session} here for the request; returns false if another node has it by now. */
  public synchronized boolean enter(Holdable session) {
    if (find(session) != null) {
      return true;
    }
    if (!session.enter()) {
      return false;
    }
    keep(session);
    return true;
  }

  /** Takes charge of a session that has been entered once more on behalf of the request. */
  public void keep(Holdable session) {
    boolean isNew;
    synchronized (this) {
      isNew = !closed && find(session) == null;
      if (isNew) {
        all.add(new Held(session));
      }
    }
    if (!isNew) {
      session.exit();
    }
  }

  /** Notes that all changes are replicated and the response may go out. */
  public synchronized void answered() {
    answered = true;
    letGoIfDue();
  }

  /**
   * Notes that the container's thread leaves while the request still runs.
   *
   * @param committed whether the response is committed, perhaps without having been guarded
   */
  public synchronized void detach(boolean committed) {
    detached = true;
    answered |= committed;
    requests.detach(this);
    letGoIfDue();
  }

  @GuardedBy("this")
  private void letGoIfDue() {
    if (answered && detached) {
      requests.remove(this);
      forEach(all, SessionHolds::letGo);
    }
  }

  private static void letGo(Held held) {
    if (!held.letGo) {
      held.letGo = true;
      held.session.letGo();
    }
  }

  /**
   * Keeps the sessions from now on: a thread of the container is here, perhaps again. Returns false
   * if the request has just come and the application is being stopped: the caller refuses it.
   */
  public synchronized boolean attach() {
    boolean first = !begun;
    begun = true;
    detached = false;
    closed = false;
    requests.add(this);
    for (Held held : all) {
      if (held.letGo) {
        takeHold(held);
      }
    }
    return !(first && requests.isStopping());
  }

  private static void takeHold(Held held) {
    held.elsewhere = !endLetGo(held);
    if (held.elsewhere) {
      letGo(held);
    }
  }

  private static boolean endLetGo(Held held) {
    held.letGo = false;
    try {
      return held.session.takeHold();
    } catch (RuntimeException e) {
      // The commit, which asks the secondaries, decides what this means for the response.
      log.warn("this node could not keep a session for a request that is still running", e);
      return false;
    }
  }

  /** Returns whether the session had gone elsewhere when the container's thread came back. */
  public synchronized boolean isElsewhere(Holdable session) {
    Held held = find(session);
    return held != null && held.elsewhere;
  }

  /** Returns whether the request has answered and still runs without keeping the session here. */
  public synchronized boolean isLetGo(Holdable session) {
    Held held = find(session);
    return held != null && held.letGo;
  }

  /**
   * Returns whether the session went elsewhere, as it may once the request has answered and still
   * runs.
   */
  public boolean hasLeft(UsedSessions.Used session) {
    return isElsewhere(session) || (isLetGo(session) && session.standing().isReleased());
  }

  /** Exits all sessions, also if one of them throws. */
  public void close() {
    List<Held> ending;
    synchronized (this) {
      closed = true;
      ending = List.copyOf(all);
      all.clear();
    }
    // No other code can reach them any more.
    forEach(
        ending,
        held -> {
          if (held.letGo) {
            // Only so that the exit, which follows at once, takes a counted request off the count.
            boolean unused = endLetGo(held);
          }
          held.session.exit();
        });
  }

  /** Notes that the response is over, too: a stop of the application does not wait for it. */
  public void over() {
    requests.remove(this);
  }

  /** Returns whether the request is over: it keeps no session, even if it enters one. */
  public synchronized boolean isClosed() {
    return closed;
  }

  /** Calls {@code step} for all sessions, then throws the first exception, if any. */
  private static void forEach(List<Held> sessions, Consumer<Held> step) {
    RuntimeException first = null;
    for (Held held : sessions) {
      try {
        step.accept(held);
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  @GuardedBy("this")
  private @Nullable Held find(Holdable session) {
    for (Held held : all) {
      if (held.session == session) {
        return held;
      }
    }
    return null;
  }
}
