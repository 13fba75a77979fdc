// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.protocol.session.ServedSession;

/**
 * The wait for the secondaries of an application's sessions, which decides what their answer or
 * silence means for a response. Thread-safe; has no state.
 */
final class Acknowledgements {
  /** The time beyond the protocol's own limit, in case its thread is late. */
  private static final long OUTCOME_SLACK_MILLIS = 20;

  /**
   * The number of ack timeouts that a response waits before it is refused with {@code CONSISTENT}.
   * A holder that has been silent for two is replaced, and its successor gets as many.
   */
  private static final int CONSISTENT_PATIENCE = 4;

  private final Host node;
  private final ApplicationConfig config;

  Acknowledgements(Host node, ApplicationConfig config) {
    this.node = node;
    this.config = config;
  }

  /**
   * Returns whether a response may leave before its update is acknowledged. With {@code ASYNC} it
   * may, unless this node is too far ahead of its secondaries, or they last confirmed it too long
   * ago.
   *
   * @param changed whether the request has changed the session; else a serving lease requires a
   *     confirmation as fresh as with {@code SYNC}
   */
  boolean mayBeAhead(String key, Epoch epoch, boolean changed) {
    if (config.ackMode() == AckMode.SYNC) {
      return false;
    }
    long bound = config.asyncLag().toNanos();
    boolean leased = node.config().servingLease() && !changed;
    long confirmed = leased ? Math.min(bound, node.freshNanos()) : bound;
    // Also after mere reads: another node may have taken the session over meanwhile.
    boolean near =
        replica().lagNanos(key, epoch, node.now()) <= bound
            && replica().confirmedAgoNanos(key, epoch, node.now()) <= confirmed;
    if (!near) {
      node.metrics().count(Counter.ASYNC_WAITS);
    }
    return near;
  }

  /**
   * Waits until {@code version} is protected, and returns what the policy says of the outcome.
   * Blocks, at most for the ack timeout. With {@code CONSISTENT} it blocks for four times as long,
   * as the response is refused then; with {@code WAIT} for {@code degradedWait} if that is longer.
   */
  CommitOutcome await(ServedSession session, long version) {
    DegradedPolicy policy = config.degraded();
    boolean patient = policy == DegradedPolicy.WAIT;
    Duration wait = longestWait();
    if (patient && config.degradedWait().compareTo(wait) > 0) {
      wait = config.degradedWait();
    }
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    long asked = node.now();
    Outcome outcome =
        patient
            ? session.awaitPatiently(version, wait.toNanos(), asked, answer::complete)
            : session.await(version, wait.toNanos(), asked, answer::complete);
    if (outcome == null) {
      outcome = outcomeOf(answer, wait);
      node.metrics().count(Counter.ACK_WAITS);
      node.metrics().add(Counter.ACK_WAIT_MICROS, (node.now() - asked) / 1_000);
    }
    boolean mayContinue = policy == DegradedPolicy.CONTINUE && !node.mayBeLeftBehind();
    return switch (outcome) {
      case PROTECTED -> CommitOutcome.PROTECTED;
      case DEGRADED -> mayContinue ? CommitOutcome.DEGRADED : CommitOutcome.REFUSED;
      // Behind a cut no member answers: without a majority in sight, silence must not pass for
      // consent.
      case UNCONFIRMED ->
          mayContinue && node.config().partition() == PartitionPolicy.AVAILABLE
              ? CommitOutcome.DEGRADED
              : CommitOutcome.REFUSED;
      case SHUT_OUT -> CommitOutcome.REFUSED;
      case FENCED -> CommitOutcome.FENCED;
    };
  }

  /**
   * Returns the outcome of a response whose session is not protected, whatever the secondaries say.
   */
  CommitOutcome withoutProtection() {
    return config.degraded() == DegradedPolicy.CONTINUE
        ? CommitOutcome.DEGRADED
        : CommitOutcome.REFUSED;
  }

  private Duration longestWait() {
    Duration usual = node.config().ackTimeout();
    return node.config().partition() == PartitionPolicy.CONSISTENT
        ? usual.multipliedBy(CONSISTENT_PATIENCE)
        : usual;
  }

  /**
   * Returns whether the session is still this node's to end: its secondaries have just said so, or
   * there are none. A node that was stopped for a while may not know of its successor, which may
   * have called the listeners of the end. Blocks, at most for the acquire timeout, as any search
   * for a session does: a secondary that is busy answers late.
   */
  boolean isStillOurs(String key, Epoch epoch) {
    long since = node.now();
    long left = node.config().acquireTimeout().toNanos();
    for (long asked = since; left > 0; asked = node.now()) {
      CompletableFuture<Outcome> answer = new CompletableFuture<>();
      replica().served(key, epoch).confirm(asked, left, asked, answer::complete);
      Outcome outcome = outcomeOf(answer, Duration.ofNanos(left));
      if (outcome != Outcome.PROTECTED) {
        return outcome == Outcome.DEGRADED;
      }
      // An answer that waited out a pause of this node says nothing of the time since.
      if (node.now() - asked <= node.freshNanos()) {
        return true;
      }
      left = since + node.config().acquireTimeout().toNanos() - node.now();
    }
    return false;
  }

  /**
   * Returns the answer of the protocol, which comes in time. The own limit is for a protocol thread
   * that hangs: then the outcome is {@link Outcome#UNCONFIRMED}.
   */
  private static Outcome outcomeOf(CompletableFuture<Outcome> answer, Duration wait) {
    try {
      return answer.get(wait.toMillis() + OUTCOME_SLACK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Outcome.UNCONFIRMED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.UNCONFIRMED;
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for acknowledgements failed", e);
    }
  }

  private Replica replica() {
    return node.replica();
  }
}
