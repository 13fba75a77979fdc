// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.holdfast.replication.session.ReplicatedSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The standing of a live session on this node: whether another node has taken it over, whether its
 * web application stopped, and whether its end reaches the cluster. It also calls the values in the
 * session that listen to its moves. Each integration's session holds one, since the sessions of
 * Tomcat and Jetty extend classes of their containers.
 *
 * <p>Any thread may call it: those of requests, those of the replication core and the one that
 * stops the web application. Its monitor is held for one assignment only. Each fact begins as false, and none that became true
 * changes again. Integrations guard the end of a session themselves, so that one thread begins it.
 */
public final class SessionStanding {
  private static final Logger log = LoggerFactory.getLogger(SessionStanding.class);

  private final ReplicatedSession replicated;
  private final UsedSessions.Used session;

  @GuardedBy("this")
  private boolean passivated;

  private volatile boolean released;
  private volatile boolean stopped;
  private volatile boolean endLost;

  /**
   * @param session the container's object for {@code replicated}; it may still be under
   *     construction
   */
  public SessionStanding(ReplicatedSession replicated, UsedSessions.Used session) {
    this.replicated = replicated;
    this.session = session;
  }

  /** Makes the container's object, which is complete now, the one of its replicated session. */
  public void attach() {
    replicated.onArrival(this::activate);
    replicated.attach(session);
  }

  private void activate(Object value) {
    if (!released && session.isMoveListener(value)) {
      session.activated(value);
    }
  }

  ReplicatedSession replicated() {
    return replicated;
  }

  /** Notes that another node owns the session. Does not block, and calls no other code. */
  public void release() {
    released = true;
  }

  /**
   * Returns whether another node owns the session. Requests that run here may still use it, but no
   * other request finds it, and the commit rejects their changes.
   */
  public boolean isReleased() {
    return released;
  }

  /**
   * Notes that this node serves the session no longer, since its web application stops. Does not
   * block, and calls no other code.
   */
  public void markStopped() {
    stopped = true;
  }

  /** Returns whether this node's part is over: only a secondary can still hold new changes. */
  public boolean isStopped() {
    return stopped;
  }

  /**
   * Decides on an end that begins here. Returns false, and notes that the end is lost, if another
   * node has the session: that node calls the listeners of its end, once.
   */
  public boolean beginEnd() {
    boolean ours = !released && replicated.isValid();
    endLost = !ours;
    return ours;
  }

  /**
   * Returns whether the session was ended here after another node had taken it over: that node
   * knows nothing of the end.
   */
  public boolean isEndLost() {
    return endLost;
  }

  /** Returns whether an attribute that lives here listens to moves. */
  public boolean hasMoveListeners() {
    return !replicated.liveValues(session::isMoveListener).isEmpty();
  }

  /**
   * Passivates, once, the values that were put or read here, since the session moves to another
   * node. Their changes move with the session unless it has moved already. Runs code of the
   * application.
   */
  public void passivate() {
    if (session.isUsable() && beginPassivation()) {
      session.passivating(replicated.liveValues(session::isMoveListener));
    }
  }

  /** Returns whether this is the first passivation. */
  private synchronized boolean beginPassivation() {
    boolean first = !passivated;
    passivated = true;
    return first;
  }

  /**
   * Passivates, sends and exits a session that {@link
   * org.holdfast.replication.session.SessionListener#beforeHandOver} kept.
   */
  public void passivateBeforeHandOver() {
    try {
      passivate();
      send();
    } finally {
      replicated.exit();
    }
  }

  /**
   * Stops serving the session with its web application, and passivates and sends it. An exception
   * keeps neither the other sessions from their turn nor the application from stopping; the log
   * names its class alone, since the message may hold anything.
   */
  public void stop() {
    markStopped();
    if (!hasMoveListeners()) {
      return;
    }
    try {
      if (replicated.enter()) {
        passivateBeforeHandOver();
      } else {
        passivate();
        send();
      }
    } catch (RuntimeException | Error e) {
      log.warn(
          "the passivation of a session threw {}: other nodes keep the session as it was before,"
              + " and the application continues to stop",
          e.getClass().getName());
    }
  }

  /**
   * Sends the session. An attribute that cannot be encoded goes as it was last; the log and the
   * counters of the core report it.
   */
  private void send() {
    if (!replicated.send()) {
      log.debug("another node took a session over while its attributes were passivated");
    }
  }
}
