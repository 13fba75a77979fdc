// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.holdfast.replication.protocol.Acquired;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what the replica answers to one question, for longer than a moment only if not too many
 * do. Used by the thread that asks.
 */
final class Acquisition {
  /** Beyond the protocol's own limit, in case its thread is late. */
  private static final long SLACK_MILLIS = 500;

  private final SessionReplicator replicator;
  private final String key;
  private final long limitMillis;
  private final CompletableFuture<Acquired> answer = new CompletableFuture<>();

  Acquisition(SessionReplicator replicator, String key, long acquireTimeoutNanos) {
    this.replicator = replicator;
    this.key = key;
    this.limitMillis = TimeUnit.NANOSECONDS.toMillis(acquireTimeoutNanos) + SLACK_MILLIS;
  }

  /**
   * Returns the answer to {@code question}; one that comes too late is given back.
   *
   * @param question asks the replica, which is to call back once
   */
  Acquired await(Consumer<Consumer<Acquired>> question) {
    question.accept(answer::complete);
    try {
      long moment = Math.min(limitMillis, replicator.waiting().freeMillis());
      Acquired early = answerWithin(moment);
      return early != null ? early : awaitAmongOthers(limitMillis - moment);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return givenUp("interrupted while waiting for the session");
    } catch (ExecutionException e) {
      throw new IllegalStateException("acquiring a session failed", e);
    }
  }

  private Acquired awaitAmongOthers(long millis) throws InterruptedException, ExecutionException {
    WaitingRequests waiting = replicator.waiting();
    if (!waiting.tryStay()) {
      return givenUp(waiting.refusal());
    }
    try {
      Acquired late = answerWithin(millis);
      return late != null
          ? late
          : givenUp("no outcome within " + limitMillis + " ms; is the node paused?");
    } finally {
      waiting.leave();
    }
  }

  private @Nullable Acquired answerWithin(long millis)
      throws InterruptedException, ExecutionException {
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    }
  }

  private Acquired givenUp(String reason) {
    replicator.giveBack(answer, key);
    return new Acquired.Unavailable(reason);
  }
}
