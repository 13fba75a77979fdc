// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.CommittedState;
import org.holdfast.replication.session.ReplicatedSession;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that one request used, which its response must not tell of before they are
 * replicated. Thread-safe; how long they are kept on this node is decided by {@link SessionHolds}.
 *
 * @param <S> what the container has for a session
 */
public final class UsedSessions<S extends UsedSessions.Used> {
  /** A session as a request uses it. */
  public interface Used extends SessionHolds.Holdable {
    ReplicatedSession replicated();

    /** Only a secondary can still hold what a request does to it: this node's part is over. */
    boolean isStopped();

    /**
     * Whether it was ended here after another node had taken it over: that node knows nothing of
     * it.
     */
    boolean isEndLost();

    /** Ends it: the response that was to tell its id is refused. */
    void endUntold();
  }

  /**
   * What the commit of all came to.
   *
   * @param objection why the response must not go out, null if it may
   * @param any whether there were any
   * @param allProtected whether each has its copies
   * @param states of those that tell theirs
   */
  public record Committed(
      @Nullable String objection, boolean any, boolean allProtected, String states) {}

  private final boolean tellsStates;

  /** Nothing that blocks happens under this lock. */
  @GuardedBy("this")
  private final List<S> used = new ArrayList<>(2);

  /**
   * @param tellsStates whether responses tell the states that they rest on
   */
  public UsedSessions(boolean tellsStates) {
    this.tellsStates = tellsStates;
  }

  /** Does nothing if it is there already. */
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
   * one is gone: told again, it would replace the new one in the browser and log the user out. The
   * new one belongs to the client of the other request alone. An attacker who knows the id from
   * before a log-in (session fixation) would otherwise receive the id of the user who logged in, by
   * a request that was under way.
   */
  public boolean mayTell(String id) {
    return anyMatch(
        session -> session.replicated().id().equals(id) && !session.replicated().hasEnded());
  }

  /**
   * Replicates what changed in them. Blocks, at most for the ack timeout of each, twice that if a
   * value changes while it is encoded.
   *
   * @param leftAfterTheAnswer tells of a session that it went elsewhere after the response was
   *     committed, which a request that goes on without it allows. Before, only the commit can tell
   *     what may go into the response
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

  /** Those that the request has begun: nobody can come back to them. */
  private void endUntold(List<S> refused) {
    for (S session : refused) {
      if (session.replicated().isUntold() && session.replicated().isValid()) {
        session.endUntold();
      }
    }
  }

  /** Whether the request did nothing to it since its last commit. */
  private boolean isUnchanged(S session) {
    return !session.isEndLost() && !session.replicated().hasUnsentChanges();
  }

  /** With the state it is of only if the response is to tell that. */
  private CommittedState commit(ReplicatedSession session) {
    return tellsStates ? session.commitState() : new CommittedState(session.commit(), null);
  }

  /** Why the response must not go out, null if it may. */
  private @Nullable String objectionTo(CommitOutcome outcome, S session) {
    if (outcome == CommitOutcome.FENCED) {
      return session.isStopped()
          ? "its web application was stopped while it ran"
          : "another node took its session over while it ran";
    }
    if (!outcome.isAnswer()) {
      return "its session is not protected, and the policy is to give no answer then";
    }
    // Asked after the commit: had the node gone before, it would have been told so by now.
    return outcome == CommitOutcome.DEGRADED && session.isStopped()
        ? "its web application was stopped while it ran, and no other node holds its session"
        : null;
  }
}
