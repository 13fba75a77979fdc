// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.session.ReplicatedSession;

/**
 * The standing of a live session on this node: whether another node has taken it over, whether its
 * web application stopped, and whether its end reaches the cluster. Each integration's session
 * holds one, since the sessions of Tomcat and Jetty extend classes of their containers.
 *
 * <p>Any thread may call it: those of requests, those of the replication core and the one that
 * stops the web application. It has no lock. Each fact begins as false, and none that became true
 * changes again. Integrations guard the end of a session themselves, so that one thread begins it.
 */
public final class SessionStanding {
  private final ReplicatedSession replicated;
  private final AtomicBoolean passivated = new AtomicBoolean();
  private volatile boolean released;
  private volatile boolean stopped;
  private volatile boolean endLost;

  public SessionStanding(ReplicatedSession replicated) {
    this.replicated = replicated;
  }

  ReplicatedSession replicated() {
    return replicated;
  }

  /** Notes that another node owns the session. Does not block, and calls no other code. */
  public void release() {
    released = true;
  }

  /**
   * Returns whether another node owns the session. Requests that run here may go on using it, but
   * no other request finds it, and the commit rejects their changes.
   */
  public boolean isReleased() {
    return released;
  }

  /** Notes that this node serves the session no longer, since its web application stops. */
  public void stop() {
    stopped = true;
  }

  /** Returns whether this node's part is over: only a secondary can still hold new changes. */
  public boolean isStopped() {
    return stopped;
  }

  /**
   * Judges an end that begins here. Returns false, and notes that the end is lost, if another node
   * has the session: that node tells the listeners of its end, once.
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

  /** Returns true the first time: a move and a stop at once passivate a session once. */
  public boolean beginPassivation() {
    return passivated.compareAndSet(false, true);
  }
}
