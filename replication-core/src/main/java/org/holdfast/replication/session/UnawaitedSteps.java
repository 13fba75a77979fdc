// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.session.ServedSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that were sent without waiting for an acknowledgement. A hand-over takes them along; a
 * node that leaves without draining would leave them behind. The others may learn that it left
 * before they receive the step, and take nothing from it then. Thread-safe.
 */
final class UnawaitedSteps {
  private static final Logger log = LoggerFactory.getLogger(UnawaitedSteps.class);

  private record Sent(ServedSession session, long version) {}

  /** The newest step of each session, by its key. */
  private final ConcurrentMap<String, Sent> steps = new ConcurrentHashMap<>();

  /**
   * Returns whether the replica has taken the step.
   *
   * @param here whether the session is still served here; asked once the step can be found
   */
  boolean add(@Nullable ServedSession served, ReplicatedSession.Step made, BooleanSupplier here) {
    if (served != null && made.version() > 0 && made.changed()) {
      Sent sent = new Sent(served, made.version());
      steps.put(served.key(), sent);
      if (!here.getAsBoolean()) {
        steps.remove(served.key(), sent);
      }
    }
    return made.version() >= 0;
  }

  /** Forgets the step of a session that is served here no longer. */
  void forget(String key) {
    steps.remove(key);
  }

  /** Waits until the secondaries have all steps, at most for {@code longest}. */
  void await(Duration longest, long nowNanos) {
    CompletableFuture<?>[] answers =
        steps.values().stream()
            .map(sent -> answer(sent, longest.toNanos(), nowNanos))
            .toArray(CompletableFuture<?>[]::new);
    steps.clear();
    try {
      CompletableFuture.allOf(answers).get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      log.debug(
          "the last updates before the stop were not acknowledged; the secondaries may not have"
              + " them",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static CompletableFuture<Outcome> answer(Sent sent, long longestNanos, long nowNanos) {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    Outcome known = sent.session().await(sent.version(), longestNanos, nowNanos, answer::complete);
    return known == null ? answer : CompletableFuture.completedFuture(known);
  }
}
