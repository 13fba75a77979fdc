// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.jspecify.annotations.Nullable;

/*
 * Threads: request threads find and make sessions; one in the background ends them; threads of the replication core release them;
 * one thread at a time starts and stops.
 * Lock: `making`, around nothing but the choice of a session's one live object. `live` is a concurrent map from the id without
 * route to the live object.
 * L1  a live object is found only while its session is ours and has that id: a thread that finds one checks the id and
 *     enters it, and drops it when that fails.
 * L2  nothing stays in `live` that is not ours, or after a stop: a thread that puts one looks afterwards, a thread that
 *     ends one removes it afterwards.
 */

/**
 * The objects that stand for the sessions which a web application has on this node, one for each.
 *
 * @param <S> the integration's object for a session
 */
public final class LiveSessions<S extends LiveSessions.Live> {
  /** A session that is live on this node. */
  public interface Live extends UsedSessions.Used {
    /** Returns whether another node owns the session by now. */
    boolean isReleased();

    /** Returns whether no request uses the session and its time is over. */
    boolean isTimedOut();

    /** Ends the session, unless it is ending already or in use. */
    void endTimedOut();
  }

  private final Class<S> type;
  private final Function<ReplicatedSession, S> maker;
  private final ClusterLink cluster;
  private final Object making = new Object();
  private final ConcurrentMap<String, S> live = new ConcurrentHashMap<>();

  /**
   * @param maker makes the object of a session that comes from the cluster, and attaches it; calls
   *     no other code
   */
  public LiveSessions(Class<S> type, Function<ReplicatedSession, S> maker, ClusterLink cluster) {
    this.type = type;
    this.maker = maker;
    this.cluster = cluster;
  }

  /** Returns the one object of that session, even if its id is just changing. */
  public S of(ReplicatedSession replicated) {
    return of(replicated, maker);
  }

  /** Returns the one object of a session that is new here; {@code maker} makes it. */
  public S of(ReplicatedSession replicated, Function<ReplicatedSession, S> maker) {
    S session;
    synchronized (making) {
      Object attached = replicated.attachment();
      session = type.isInstance(attached) ? type.cast(attached) : maker.apply(replicated);
    }
    keep(session);
    return session;
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
    if (session.isReleased() || !session.replicated().isValid() || cluster.replicator() == null) {
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

  /** Calls {@code step} for each live object, as the application stops. */
  public void forEach(Consumer<S> step) {
    live.values().forEach(step);
  }

  public void clear() {
    live.clear();
  }
}
