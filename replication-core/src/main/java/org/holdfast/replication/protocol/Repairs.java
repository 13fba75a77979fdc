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

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The sessions to be brought to where the current view wants them, those with a copy too few first.
 * Bounded in what it looks at per tick and in what is on its way, so that requests keep their
 * share. Belongs to the protocol thread.
 */
final class Repairs {
  /** Looks per tick for sessions that lack a copy: a lock and a few comparisons each. */
  private static final int LOOKS_PER_TICK = 2000;

  /** Of the others, which take a question to their holders each. */
  private static final int QUESTIONS_PER_TICK = 500;

  private final ReplicaContext node;
  private final Replica replica;

  /** Not looked at since the last change. */
  private final Set<String> waiting = new LinkedHashSet<>();

  /** Found to lack no copy. */
  private final Set<String> later = new LinkedHashSet<>();

  /** On their way. */
  private final Set<String> moving = new LinkedHashSet<>();

  Repairs(ReplicaContext node, Replica replica) {
    this.node = node;
    this.replica = replica;
  }

  /** Something changed: every session is to be looked at anew. */
  void start(Set<String> keys) {
    later.clear();
    waiting.addAll(keys);
  }

  boolean areDone() {
    return waiting.isEmpty() && later.isEmpty() && moving.isEmpty();
  }

  void tick(long now) {
    moving.removeIf(key -> replica.with(key, (session, effects) -> session.settle(now)));
    List<String> started = new ArrayList<>();
    int looks = LOOKS_PER_TICK;
    for (Iterator<String> each = waiting.iterator(); hasRoom(started, each, looks); looks--) {
      String key = each.next();
      each.remove();
      if (replica.with(key, (session, effects) -> session.lacksCopies())) {
        reconcile(key, started, now);
      } else {
        later.add(key);
      }
    }
    looks = waiting.isEmpty() ? QUESTIONS_PER_TICK : 0;
    for (Iterator<String> each = later.iterator(); hasRoom(started, each, looks); looks--) {
      String key = each.next();
      each.remove();
      reconcile(key, started, now);
    }
    moving.addAll(started);
  }

  private boolean hasRoom(List<String> started, Iterator<String> each, int looks) {
    return looks > 0
        && each.hasNext()
        && moving.size() + started.size() < node.config.repairsPerTick();
  }

  private void reconcile(String key, List<String> started, long now) {
    if (!replica.with(key, (session, effects) -> session.reconcile(now, effects))) {
      started.add(key);
    }
  }
}
