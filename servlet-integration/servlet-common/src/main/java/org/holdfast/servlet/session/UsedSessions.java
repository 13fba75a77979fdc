// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.CommittedState;
import org.holdfast.replication.session.ReplicatedSession;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that one request used, and the verdict on its response. The response must not reveal
 * these sessions before they are replicated. A refused response stays refused, whatever the
 * application does.
 *
 * <p>Thread-safe: the thread of the request adds sessions, and the thread that writes the response
 * commits them. {@link SessionHolds} decides how long the sessions are kept on this node.
 *
 * @param <S> the container's object for a session
 */
public final class UsedSessions<S extends UsedSessions.Used> {
  /** A session as a request uses it. */
  public interface Used extends SessionHolds.Holdable {
    SessionStanding standing();

    /**
     * Ends a session that this request began and whose id no client knows: the response that was to
     * carry the id is refused.
     */
    void endUntold();

    /** Returns whether the session has not begun to end. */
    boolean isUsable();

    /** Returns whether {@code value} has callbacks for moves of its session between nodes. */
    boolean isMoveListener(Object value);

    /**
     * Tells a value from another node that it has arrived. Called before any other code on this
     * node can read the value.
     */
    void activated(Object listener);

    /** Tells values that their session is about to move; what they change moves with it. */
    void passivating(List<Object> listeners);

    default ReplicatedSession replicated() {
      return standing().replicated();
    }

    @Override
    default boolean enter() {
      return replicated().enter();
    }

    @Override
    default void exit() {
      replicated().exit();
    }

    @Override
    default void letGo() {
      replicated().letGo();
    }

    @Override
    default boolean takeHold() {
      return replicated().takeHold();
    }
  }

  /**
   * The outcome of the commit of all sessions.
   *
   * @param objection the reason why the response must not go out; null if it may
   * @param any whether the request used any session
   * @param allProtected whether every secondary of each session has acknowledged its changes
   * @param states epoch and version of each session, separated by commas; empty unless reported
   */
  public record Committed(
      @Nullable String objection, boolean any, boolean allProtected, String states) {
    /** The outcome without any session. */
    public static final Committed NOTHING = new Committed(null, false, true, "");

    /** Returns one outcome for the sessions of both, neither of which has an objection. */
    public Committed and(Committed other) {
      String both =
          states.isEmpty() || other.states.isEmpty()
              ? states + other.states
              : states + ", " + other.states;
      return new Committed(null, any || other.any, allProtected && other.allProtected, both);
    }

    /** Passes the headers that report the protection to {@code header}, by their names. */
    public void reportProtection(BiConsumer<String, String> header) {
      header.accept("X-Holdfast-Protected", Boolean.toString(allProtected));
      if (!states.isEmpty()) {
        header.accept("X-Holdfast-State", states);
      }
    }
  }

  private final Object application;
  private final boolean reportsStates;
  private volatile @Nullable String refusal;

  /** The used sessions. Nothing that blocks happens under this lock. */
  @GuardedBy("this")
  private final List<S> used = new ArrayList<>(2);

  /**
   * @param application named in the log when the response is refused
   * @param reportsStates whether responses report the states that they rest on
   */
  public UsedSessions(Object application, boolean reportsStates) {
    this.application = application;
    this.reportsStates = reportsStates;
  }

  /** Adds {@code session}; does nothing if the request uses it already. */
  public synchronized void add(S session) {
    if (!used.contains(session)) {
      used.add(session);
    }
  }

  public synchronized boolean contains(S session) {
    return used.contains(session);
  }

  public synchronized boolean anyMatch(Predicate<S> condition) {
    return used.stream().anyMatch(condition);
  }

  /**
   * Returns whether a response that commits now may contain {@code id}: one of the sessions has
   * that id, and has not ended.
   *
   * <p>The caller passes only ids that the client knows: the client sent the id, or this request
   * drew it. If another request gives the session a new id meanwhile, this response must contain
   * neither id. The old id would replace the new one in the browser and log the user out. Only the
   * client of the other request may receive the new id. Otherwise an attacker who fixed the id
   * before a login (session fixation) would receive the new id by a request that runs during the
   * login.
   */
  public boolean mayTell(String id) {
    return anyMatch(
        session -> session.replicated().id().equals(id) && !session.replicated().hasEnded());
  }

  /** Refuses the response from now on, and logs the reason. Does nothing the second time. */
  public void refuse(String reason) {
    if (refusal == null) {
      RefusalLog.shared().add(application, reason);
      refusal = reason;
    }
  }

  /** Returns the reason why the response is refused; null unless it is. */
  public @Nullable String refusal() {
    return refusal;
  }

  public boolean isRefused() {
    return refusal != null;
  }

  /**
   * Replicates like {@link #commit}, and refuses the response if there is an objection. Does
   * nothing if the response is refused already.
   *
   * @param movedAfterResponse see {@link #commit}
   * @return null if the response is refused
   */
  public @Nullable Committed commitOrRefuse(Predicate<S> movedAfterResponse) {
    if (refusal != null) {
      return null;
    }
    Committed committed = commit(movedAfterResponse);
    if (committed.objection() != null) {
      refuse(committed.objection());
      return null;
    }
    return committed;
  }

  /**
   * Replicates the changes of all sessions. Blocks, at most for the ack timeout of each, twice that
   * if a value changes while it is encoded.
   *
   * @param movedAfterResponse returns whether another node took a session over after the response
   *     was committed. A request that still runs then keeps no session here, so this is no reason
   *     to refuse it, unless the request changed the session
   */
  public Committed commit(Predicate<S> movedAfterResponse) {
    List<S> committing;
    synchronized (this) {
      committing = List.copyOf(used);
    }
    boolean allProtected = true;
    List<String> states = reportsStates ? new ArrayList<>() : List.of();
    for (S session : committing) {
      if (movedAfterResponse.test(session) && isUnchanged(session)) {
        continue;
      }
      CommittedState committed = commit(session.replicated());
      String objection = objectionTo(committed.outcome(), session);
      if (objection != null) {
        boolean movedJustNow =
            committed.outcome() == CommitOutcome.FENCED && movedAfterResponse.test(session);
        if (movedJustNow && isUnchanged(session)) {
          continue;
        }
        endUnknownToClients(committing);
        return new Committed(objection, true, false, "");
      }
      allProtected &= committed.outcome() == CommitOutcome.PROTECTED;
      if (committed.state() != null) {
        states.add(committed.state());
      }
    }
    return new Committed(null, !committing.isEmpty(), allProtected, String.join(", ", states));
  }

  /** Ends the sessions that no client knows: nobody could use them after the refusal. */
  private void endUnknownToClients(List<S> refused) {
    for (S session : refused) {
      if (session.replicated().isUntold() && session.replicated().isValid()) {
        session.endUntold();
      }
    }
  }

  /** Returns whether the request did nothing to the session since its last commit. */
  private boolean isUnchanged(S session) {
    return !session.standing().isEndLost() && !session.replicated().hasUnsentChanges();
  }

  /** Commits the session; the result contains its state only if the response reports it. */
  private CommittedState commit(ReplicatedSession session) {
    return reportsStates ? session.commitState() : new CommittedState(session.commit(), null);
  }

  /** Returns the reason why the response must not go out; null if it may. */
  private @Nullable String objectionTo(CommitOutcome outcome, S session) {
    if (outcome == CommitOutcome.FENCED) {
      return session.standing().isStopped()
          ? "its web application was stopped while it ran"
          : "another node took its session over while it ran";
    }
    if (!outcome.isAnswer()) {
      return "its session is not protected, and the setting degraded forbids an answer then";
    }
    // Checked after the commit: a stop that came before the commit has marked this session by now.
    return outcome == CommitOutcome.DEGRADED && session.standing().isStopped()
        ? "its web application was stopped while it ran, and no other node holds its session"
        : null;
  }
}
