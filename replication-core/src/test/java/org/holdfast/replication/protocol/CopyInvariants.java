// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checked after every step: I2 (labels and fences never go back, equal labels mean equal bytes) and
 * I10 (deltas on their base). Counts what became of sessions on the way, which must not be what no
 * rule leads to.
 */
final class CopyInvariants implements SimulatedNetwork.Observer {
  /** The knowledge of a member about a session at the last look. */
  private static final class Seen {
    Epoch promised = Epoch.NONE;
    @Nullable Copy copy;
    Role role = Role.ABSENT;
    long sinceNanos;
  }

  /** A change may be seen this much after it was made. */
  private static final long CHECK_INTERVAL_NANOS = 20 * ReplicaConfig.TICK_NANOS;

  private static final int TICKS_PER_LOOK = 10;

  private final long tombstoneNanos;
  private final Tally tally;
  private final Map<SimulatedNode, Map<String, Seen>> last = new HashMap<>();
  private final Map<String, Map<Label, Integer>> bytes = new HashMap<>();
  private final Map<SimulatedNode, int[]> ticks = new HashMap<>();
  private Label beforeDelta = Label.NONE;
  private long steps;

  CopyInvariants(long tombstoneNanos, Tally tally) {
    this.tombstoneNanos = tombstoneNanos;
    this.tally = tally;
  }

  @Override
  public void beforeDelivery(SimulatedNode node, Message message) {
    if (message instanceof Message.Delta delta) {
      beforeDelta = labelOf(node.replica.snapshot(delta.key()).copy());
    }
  }

  @Override
  public void afterDelivery(SimulatedNode node, Message message) {
    if (message instanceof Message.OfSession about) {
      checkSession(node, about.key());
    }
    if (message instanceof Message.Delta delta) {
      Label after = labelOf(node.replica.snapshot(delta.key()).copy());
      boolean applied = after.equals(delta.label()) && !after.equals(beforeDelta);
      boolean onBase =
          beforeDelta.epoch().equals(delta.label().epoch())
              && beforeDelta.version() == delta.baseVersion();
      if (applied && !onBase) {
        throw broken("I10", delta.key(), "took " + delta.label() + " on " + beforeDelta);
      }
    }
  }

  /** Looks at one session after its own member has done something to it. */
  void afterStep(SimulatedNode node, String key) {
    checkSession(node, key);
  }

  /** Looks at every session of one member; every tenth call does, since a tick changes little. */
  void checkAll(SimulatedNode node) {
    int[] calls = ticks.computeIfAbsent(node, none -> new int[1]);
    if (++calls[0] % TICKS_PER_LOOK == 0) {
      node.replica.knownKeys().forEach(key -> checkSession(node, key));
    }
  }

  long steps() {
    return steps;
  }

  private void checkSession(SimulatedNode node, String key) {
    steps++;
    check(node, key, node.replica.snapshot(key));
  }

  // Promise and copy are immutable: the same objects have been checked.
  @SuppressWarnings("ReferenceEquality")
  private void check(SimulatedNode node, String key, SessionSnapshot session) {
    Seen seen =
        last.computeIfAbsent(node, none -> new HashMap<>())
            .computeIfAbsent(key, none -> new Seen());
    Role role = Role.of(session);
    if (role != seen.role) {
      String change = seen.role.to(role);
      tally.count(Tally.CHANGES, change);
      if (!Role.isAllowed(change)) {
        throw broken("I2", key, "went from " + change + " on " + node.self.name());
      }
      seen.role = role;
    }
    Epoch promised = session.promised();
    Copy copy = session.copy();
    if (promised == seen.promised && copy == seen.copy) {
      return;
    }
    checkStep(node, key, session, seen);
    if (copy != null) {
      checkBytes(key, copy);
      if (promised.compareTo(copy.epoch()) < 0) {
        throw broken("I2", key, "holds " + copy.label() + " above its promise " + promised);
      }
    }
    if (!promised.equals(seen.promised) || !labelOf(copy).equals(labelOf(seen.copy))) {
      seen.sinceNanos = node.now();
    }
    seen.promised = promised;
    seen.copy = copy;
  }

  private void checkStep(SimulatedNode node, String key, SessionSnapshot session, Seen before) {
    boolean forgotten =
        node.now() - before.sinceNanos + CHECK_INTERVAL_NANOS >= tombstoneNanos
            && (before.copy == null || before.copy.tombstone());
    if (forgotten) {
      return;
    }
    if (session.promised().compareTo(before.promised) < 0) {
      throw broken(
          "I2", key, "took back its promise of " + before.promised + " on " + node.self.name());
    }
    if (before.copy != null
        && session.copy() != null
        && session.copy().label().compareTo(before.copy.label()) < 0) {
      throw broken("I2", key, "went from " + before.copy.label() + " to " + session.copy().label());
    }
  }

  private void checkBytes(String key, Copy copy) {
    int hash = 31 * Boolean.hashCode(copy.tombstone()) + Arrays.hashCode(copy.image().settings());
    for (Map.Entry<String, byte[]> attribute : copy.image().attributes().entrySet()) {
      // In whatever order they come.
      hash += 31 * attribute.getKey().hashCode() ^ Arrays.hashCode(attribute.getValue());
    }
    Integer known =
        bytes.computeIfAbsent(key, none -> new HashMap<>()).putIfAbsent(copy.label(), hash);
    if (known != null && known != hash) {
      throw broken("I2", key, "has two different states " + copy.label());
    }
  }

  private static Label labelOf(@Nullable Copy copy) {
    return copy == null ? Label.NONE : copy.label();
  }

  private static AssertionError broken(String invariant, String key, String what) {
    return SessionHistory.broken(invariant, key, what);
  }
}
