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

/**
 * What can be seen of all sessions at a time. Any thread may ask; each session is looked at under
 * its lock, one after the other, so that the sum is of no single moment.
 */
final class Survey {
  private final ReplicaContext node;
  private final Sessions sessions;

  Survey(ReplicaContext node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
  }

  /** See {@link Replica#longestLagNanos}. */
  long longestLagNanos(long nowNanos) {
    long[] longest = {0};
    for (String key : node.timed) {
      sessions.look(
          key,
          session -> {
            if (session.primary != null) {
              longest[0] = Math.max(longest[0], session.primary.lagNanos(nowNanos));
            }
          });
    }
    return longest[0];
  }

  /** See {@link Replica#drainState}. */
  DrainState drainState() {
    Counts counts = new Counts();
    sessions.forEach(counts::add);
    int successors = node.successors();
    return new DrainState(
        counts.served,
        counts.copies,
        counts.inDoubt,
        successors,
        successors > node.config.secondaries());
  }

  /** Live sessions here, by what a drain has to do about them. */
  private static final class Counts {
    private int served;
    private int copies;
    private int inDoubt;

    void add(SessionState session) {
      if (session.copy != null && !session.copy.tombstone()) {
        served += session.primary == null ? 0 : 1;
        copies += session.primary == null ? 1 : 0;
        inDoubt += session.adoption().isInLimbo() ? 1 : 0;
      }
    }
  }
}
