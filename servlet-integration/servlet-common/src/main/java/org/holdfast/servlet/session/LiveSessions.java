// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionListener;
import org.holdfast.replication.session.SessionReplicator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: request threads find and make sessions; one in the background ends them; threads of the replication core call the
 * methods of SessionListener, which do not block and run no code of the application, except for endUnreadable(); one thread at a
 * time starts and stops.
 * Lock: `making`, around nothing but the choice of a session's one live object. `live` is a concurrent map from the id without
 * route to the live object.
 * L1  a live object is found only while its session is ours and has that id: a thread that finds one checks the id and
 *     enters it, and drops it when that fails.
 * L2  nothing stays in `live` that is not ours, or after a stop: a thread that puts one looks afterwards, a thread that
 *     ends one removes it afterwards.
 */

/**
 * The live objects of the sessions that this node serves for one web application: one object for
 * each session.
 *
 * @param <S> the integration's object for a session
 */
public final class LiveSessions<S extends LiveSessions.Live> implements SessionListener {
  /** A session that is live on this node. */
  public interface Live extends UsedSessions.Used {
    /** Returns whether no request uses the session and its time is over. */
    boolean isTimedOut();

    /** Ends the session, unless it is ending already or in use. */
    void endTimedOut();

    /** Returns whether the application may use the session. */
    boolean isValid();

    /** Ends the session as the application does. */
    void invalidate();
  }

  private static final Logger log = LoggerFactory.getLogger(LiveSessions.class);

  private final Class<S> type;
  private final Function<ReplicatedSession, S> maker;
  private final ClusterLink cluster;
  private final BackgroundWork background;
  private final UnaryOperator<Runnable> within;
  private final Object making = new Object();
  private final ConcurrentMap<String, S> live = new ConcurrentHashMap<>();

  /**
   * @param maker makes the object of a session that comes from the cluster, and attaches it; calls
   *     no other code
   * @param background passivates
   * @param within adds what the application's code needs on a thread of the background
   */
  public LiveSessions(
      Class<S> type,
      Function<ReplicatedSession, S> maker,
      ClusterLink cluster,
      BackgroundWork background,
      UnaryOperator<Runnable> within) {
    this.type = type;
    this.maker = maker;
    this.cluster = cluster;
    this.background = background;
    this.within = within;
  }

  /**
   * Joins the cluster.
   *
   * @param site of all web applications whose clients may send one cookie to several of them
   * @throws IllegalStateException saying why the cluster cannot be joined; nothing is left behind
   */
  public void join(NodeConfig node, ApplicationConfig application, Object site) {
    try {
      cluster.join(node, application, this, site);
    } catch (RuntimeException e) {
      leave();
      throw new IllegalStateException(ClusterLink.startFailure(application.name(), e), e);
    }
  }

  /** Returns the one object of that session, even if its id is just changing. */
  public S of(ReplicatedSession replicated) {
    return of(replicated, maker);
  }

  /** Returns the one object of a session that is new here; {@code maker} makes it. */
  public S of(ReplicatedSession replicated, Function<ReplicatedSession, S> maker) {
    S session;
    synchronized (making) {
      S attached = attachedTo(replicated);
      session = attached == null ? maker.apply(replicated) : attached;
    }
    keep(session);
    return session;
  }

  private @Nullable S attachedTo(ReplicatedSession replicated) {
    Object attached = replicated.attachment();
    return type.isInstance(attached) ? type.cast(attached) : null;
  }

  /** Returns the live object of that id, without asking whether the session is still here. */
  public @Nullable S peek(String id) {
    return live.get(id);
  }

  /**
   * Enters the session of that id and returns its live object; null if the session is not here.
   *
   * @param enter keeps the session here; returns false if it belongs to another node by now
   */
  public @Nullable S find(String id, Predicate<S> enter) {
    S session = live.get(id);
    if (session == null) {
      return null;
    }
    // Its id may be changing: from the first moment on, the old one finds nothing any more.
    if (session.replicated().id().equals(id) && enter.test(session)) {
      return session;
    }
    live.remove(id, session);
    return null;
  }

  private void keep(S session) {
    String id = session.replicated().id();
    live.put(id, session);
    // Looked at afterwards: a release or a stop that came before the put found nothing to remove.
    if (session.standing().isReleased()
        || !session.replicated().isValid()
        || cluster.replicator() == null) {
      live.remove(id, session);
    }
  }

  public void forget(S session) {
    live.remove(session.replicated().id(), session);
  }

  /** Moves the live object to the new id of its session. */
  public void renamed(S session, String oldId) {
    live.remove(oldId, session);
    keep(session);
  }

  /** Ends the sessions whose time is over, also those that came here without a request. */
  public void endTimedOut() {
    for (S session : live.values()) {
      if (session.isTimedOut() && session.enter()) {
        try {
          endIfConfirmed(session);
        } finally {
          session.exit();
        }
      }
    }
    SessionReplicator current = cluster.replicator();
    if (current != null) {
      current.endExpired(expired -> of(expired).endTimedOut());
    }
  }

  /**
   * Ends a session whose time is over and which the caller has entered, but only if no other node
   * can have done so.
   *
   * @return false if that cannot be known now
   */
  public boolean endIfConfirmed(S session) {
    if (!session.replicated().isStillOurs()) {
      return false;
    }
    session.endTimedOut();
    return true;
  }

  /**
   * Drops a session that came here just as the application stopped, since nothing of it would reach
   * the cluster. Returns whether that is so.
   *
   * @param since the replicator that the session came from
   */
  public boolean dropIfStopped(S session, SessionReplicator since) {
    if (cluster.replicator() == since) {
      return false;
    }
    session.standing().markStopped();
    forget(session);
    return true;
  }

  /**
   * Reports to the cluster that {@code session} has ended, if it was {@code ours}. A response that
   * rests on that asks for its acknowledgement once more.
   *
   * @param application for the log
   */
  public void ended(S session, boolean ours, Object application) {
    forget(session);
    if (ours && session.replicated().commit() == CommitOutcome.FENCED) {
      log.warn(
          "a session of {} ended on this node while another node took it over: it continues on the"
              + " other node",
          application);
    }
  }

  /** Has the session passivated in the background, since this runs no code of the application. */
  @Override
  public boolean beforeHandOver(ReplicatedSession replicated) {
    S session = attachedTo(replicated);
    return session != null
        && background.isPrompt()
        && session.standing().hasMoveListeners()
        && background.soon(within.apply(session.standing()::passivateBeforeHandOver));
  }

  /** Drops a session that another node serves now, and has it passivated in the background. */
  @Override
  public void onReleased(ReplicatedSession replicated) {
    S session = attachedTo(replicated);
    if (session != null) {
      session.standing().release();
      forget(session);
      if (session.standing().hasMoveListeners()) {
        boolean unused = background.soon(session.standing()::passivate);
      }
    }
  }

  /**
   * Ends the session as the application would, so that its listeners receive the end while it can
   * be read.
   */
  @Override
  public void endUnreadable(ReplicatedSession replicated) {
    S session = attachedTo(replicated);
    if (session != null && session.isValid()) {
      session.invalidate();
    } else {
      replicated.invalidate();
    }
  }

  /**
   * Waits for the running requests, then leaves the cluster. The sessions continue there, so no
   * listener receives an end. Does nothing unless joined.
   */
  public void leave() {
    cluster.finishRequests();
    cluster.leave(
        () -> {
          live.values().forEach(session -> session.standing().stop());
          // Until this stop, the background passivates sessions that move meanwhile.
          background.stop();
        });
    live.clear();
  }
}
