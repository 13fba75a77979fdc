// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Members that owe somebody an answer: each call of a replica is answered, whatever happens, and
 * not later than was promised, by the clock of the member, which does not count while it stands
 * still.
 */
final class OpenCalls {
  private record Call(SimulatedNode node, String what) {}

  /** A tick, which is rarer at the end of a run. */
  private static final long SLACK_NANOS = 15 * ReplicaConfig.TICK_NANOS;

  private final Map<Long, Call> open = new LinkedHashMap<>();
  private final Map<String, Set<Epoch>> released = new HashMap<>();
  private long calls;

  /**
   * A question for a session; returns what is to be run with the answer when it has come. Only the
   * member that serves the session may use it; a member that holds a copy stays as it is (I6).
   */
  Consumer<Acquired> acquire(SimulatedNode node, String key) {
    Runnable answered =
        call(node, "acquire of " + key, SimulatedCluster.CONFIG.acquireTimeoutNanos());
    return acquired -> {
      answered.run();
      if (acquired instanceof Acquired.Owned owned) {
        Epoch epoch = owned.epoch();
        SessionHistory.check(
            epoch.isOwnedBy(node.self) && node.replica.serves(key, epoch),
            "I6",
            key,
            "was opened in " + epoch + " on " + node.self.name() + ", which does not serve it");
      }
    };
  }

  /**
   * A member's application receives that it serves a session no more: once, and of its own epochs.
   */
  void released(SimulatedNode node, String key, Epoch epoch) {
    SessionHistory.check(
        epoch.isOwnedBy(node.self)
            && released.computeIfAbsent(key, none -> new HashSet<>()).add(epoch),
        "I6",
        key,
        "was released in " + epoch + " on " + node.self.name() + ", which did not serve it");
  }

  /** A wait for acknowledgements; returns what is to be run when the answer has come. */
  Runnable await(SimulatedNode node, String key) {
    return call(node, "await of " + key, SimulatedCluster.CONFIG.ackTimeoutNanos());
  }

  private Runnable call(SimulatedNode node, String what, long mostNanos) {
    long number = calls++;
    open.put(number, new Call(node, what));
    long started = node.runningNanos();
    return () -> {
      if (open.remove(number) == null) {
        throw new AssertionError(
            "I6 broken: " + what + " on " + node.self.name() + " was answered twice");
      }
      long took = node.runningNanos() - started;
      if (took > mostNanos + SLACK_NANOS) {
        throw new AssertionError(
            "I15 broken: "
                + what
                + " on "
                + node.self.name()
                + " was answered after "
                + took / 1_000_000
                + " ms instead of "
                + mostNanos / 1_000_000);
      }
    };
  }

  /** Whether a member that runs still owes an answer. */
  boolean areOpen() {
    return open.values().stream().anyMatch(call -> call.node.isAlive());
  }

  void verifyNoneIsOpen() {
    if (areOpen()) {
      throw new AssertionError(
          "I15 broken: never answered: "
              + open.values().stream()
                  .filter(call -> call.node.isAlive())
                  .map(call -> call.what + " on " + call.node.self.name())
                  .toList());
    }
  }
}
