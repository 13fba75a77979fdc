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
 * The sessions that one request used, which its response must not reveal before they are
 * replicated, and the verdict on that response. A refused response stays refused, whatever the
 * application does. Thread-safe; {@link SessionHolds} decides how long the sessions are kept on
 * this node.
 *
 * @param <S> the container's object for a session
 */
public final class UsedSessions<S extends UsedSessions.Used> {
  /** A session as a request uses it. */
  public interface Used extends SessionHolds.Holdable {
    SessionStanding standing();

    /** Ends the session, since the response that was to tell its id is refused. */
    void endUntold();

    /** Returns whether the session has not begun to end. */
    boolean isUsable();

    /** Returns whether {@code value} listens to the moves of its session. */
    boolean isMoveListener(Object value);

    /** Activates a listener that came from another node, before any other code here has it. */
    void activated(Object listener);

    /** Passivates listeners before the session moves; their changes move with it. */
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
   * @param objection the reason why the response must not go out, null if it may
   * @param any whether there were any sessions
   * @param allProtected whether each session has its copies
   * @param states of the sessions that tell theirs
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
  private final boolean tellsStates;
  private volatile @Nullable String refusal;

  /** The used sessions. Nothing that blocks happens under this lock. */
  @GuardedBy("this")
  private final List<S> used = new ArrayList<>(2);

  /**
   * @param application named in the log when the response is refused
   * @param tellsStates whether responses report the states that they rest on
   */
  public UsedSessions(Object application, boolean tellsStates) {
    this.application = application;
    this.tellsStates = tellsStates;
  }

  /** Adds {@code session}; does nothing if it is there already. */
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
   * Returns whether a response may tell its client {@code id} as it commits: one of the sessions
   * has that id now, and has not ended.
   *
   * <p>The id must be one that the client knows: the client sent it, or this request drew it. When
   * another request gives the session a new id meanwhile, this response tells neither id. The old
   * one is gone: sent again, it would replace the new one in the browser and log the user out. The
   * new one belongs to the client of the other request alone. Otherwise an attacker who knows the
   * id from before a log-in (session fixation) could receive the new id of the user, by a request
   * that was under way.
   */
  public boolean mayTell(String id) {
    return anyMatch(
        session -> session.replicated().id().equals(id) && !session.replicated().hasEnded());
  }

  /** Turns the response into a refusal from now on; does nothing the second time. */
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
   * @return null if the response is refused
   */
  public @Nullable Committed commitOrRefuse(Predicate<S> leftAfterTheAnswer) {
    if (refusal != null) {
      return null;
    }
    Committed committed = commit(leftAfterTheAnswer);
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
   * @param leftAfterTheAnswer returns whether a session went elsewhere after the response was
   *     committed, which a request that still runs without it allows. Before, only the commit can
   *     tell what may go into the response
   */
  public Committed commit(Predicate<S> leftAfterTheAnswer) {
    List<S> committing;
    synchronized (this) {
      committing = List.copyOf(used);
    }
    boolean allProtected = true;
    List<String> states = tellsStates ? new ArrayList<>() : List.of();
    for (S session : committing) {
      if (leftAfterTheAnswer.test(session) && isUnchanged(session)) {
        continue;
      }
      CommittedState committed = commit(session.replicated());
      String objection = objectionTo(committed.outcome(), session);
      if (objection != null) {
        boolean leftJustNow =
            committed.outcome() == CommitOutcome.FENCED && leftAfterTheAnswer.test(session);
        if (leftJustNow && isUnchanged(session)) {
          continue;
        }
        endUntold(committing);
        return new Committed(objection, true, false, "");
      }
      allProtected &= committed.outcome() == CommitOutcome.PROTECTED;
      if (committed.state() != null) {
        states.add(committed.state());
      }
    }
    return new Committed(null, !committing.isEmpty(), allProtected, String.join(", ", states));
  }

  /** Ends the sessions that the request has begun: no client can come back to them. */
  private void endUntold(List<S> refused) {
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

  /** Commits the session; the result has its state only if the response is to tell that. */
  private CommittedState commit(ReplicatedSession session) {
    return tellsStates ? session.commitState() : new CommittedState(session.commit(), null);
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
    // Checked after the commit: if the application had stopped before, this session would be marked
    // by now.
    return outcome == CommitOutcome.DEGRADED && session.standing().isStopped()
        ? "its web application was stopped while it ran, and no other node holds its session"
        : null;
  }
}
