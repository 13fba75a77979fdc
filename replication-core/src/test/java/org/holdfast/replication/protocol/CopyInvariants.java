/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.membership.Member;

/**
 * Checked after every step: I2 (labels and fences never go back, equal labels mean equal bytes) and
 * I10 (deltas on their base).
 */
final class CopyInvariants implements SimulatedNetwork.Observer {
  private record Place(Member member, String key) {}

  private record Seen(Replica.Snapshot snapshot, long sinceNanos) {
    boolean isSame(Replica.Snapshot other) {
      return snapshot.promised().equals(other.promised())
          && labelOf(snapshot).equals(labelOf(other));
    }
  }

  /** A change may be seen this much after it was made. */
  private static final long CHECK_INTERVAL_NANOS = 10 * ReplicaConfig.TICK_NANOS;

  private final SimulatedClock clock;
  private final long tombstoneNanos;
  private final Map<Place, Seen> last = new HashMap<>();
  private final Map<String, Map<Label, Integer>> bytes = new HashMap<>();
  private Label beforeDelta = Label.NONE;
  private long steps;
  private final Map<Member, Integer> ticks = new HashMap<>();

  CopyInvariants(SimulatedClock clock, long tombstoneNanos) {
    this.clock = clock;
    this.tombstoneNanos = tombstoneNanos;
  }

  @Override
  public void beforeDelivery(SimulatedNode node, Message message) {
    if (message instanceof Message.Delta delta) {
      beforeDelta = labelOf(node.replica.snapshot(delta.key()));
    }
  }

  @Override
  public void afterDelivery(SimulatedNode node, Message message) {
    if (message instanceof Message.OfSession about) {
      checkSession(node, about.key());
    }
    if (message instanceof Message.Delta delta) {
      Label after = labelOf(node.replica.snapshot(delta.key()));
      boolean applied = after.equals(delta.label()) && !after.equals(beforeDelta);
      boolean onBase =
          beforeDelta.epoch().equals(delta.label().epoch())
              && beforeDelta.version() == delta.baseVersion();
      SessionHistory.check(
          !applied || onBase, "I10", delta.key(), "took " + delta.label() + " on " + beforeDelta);
    }
  }

  /** Looks at every session of one member; every fifth call does, since a tick changes little. */
  void checkAll(SimulatedNode node) {
    if (ticks.merge(node.self, 1, Integer::sum) % 5 != 0) {
      return;
    }
    node.replica.keys().forEach(key -> checkSession(node, key));
  }

  long steps() {
    return steps;
  }

  private void checkSession(SimulatedNode node, String key) {
    steps++;
    Replica.Snapshot now = node.replica.snapshot(key);
    Place place = new Place(node.self, key);
    Seen seen = last.get(place);
    if (seen == null || !seen.isSame(now)) {
      last.put(place, new Seen(now, clock.now()));
    }
    if (seen != null) {
      checkStep(node, key, seen, now);
    }
    if (now.copy() != null) {
      checkBytes(key, now.copy());
      SessionHistory.check(
          now.promised().compareTo(now.copy().epoch()) >= 0,
          "I2",
          key,
          "holds " + now.copy().label() + " above its promise " + now.promised());
    }
  }

  private void checkStep(SimulatedNode node, String key, Seen seen, Replica.Snapshot now) {
    Replica.Snapshot before = seen.snapshot;
    boolean forgotten =
        clock.now() - seen.sinceNanos + CHECK_INTERVAL_NANOS >= tombstoneNanos
            && (before.copy() == null || before.copy().tombstone());
    SessionHistory.check(
        forgotten || now.promised().compareTo(before.promised()) >= 0,
        "I2",
        key,
        "took back its promise of " + before.promised() + " on " + node.self.name());
    if (before.copy() != null && now.copy() != null) {
      SessionHistory.check(
          forgotten || now.copy().label().compareTo(before.copy().label()) >= 0,
          "I2",
          key,
          "went from " + before.copy().label() + " to " + now.copy().label());
    }
  }

  private void checkBytes(String key, Copy copy) {
    int hash = Boolean.hashCode(copy.tombstone());
    for (Map.Entry<String, byte[]> attribute :
        new java.util.TreeMap<>(copy.image().attributes()).entrySet()) {
      hash = 31 * hash + attribute.getKey().hashCode() + Arrays.hashCode(attribute.getValue());
    }
    Integer known =
        bytes.computeIfAbsent(key, none -> new HashMap<>()).putIfAbsent(copy.label(), hash);
    SessionHistory.check(
        known == null || known == hash, "I2", key, "has two different states " + copy.label());
  }

  private static Label labelOf(Replica.Snapshot snapshot) {
    return snapshot.copy() == null ? Label.NONE : snapshot.copy().label();
  }
}
