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

  /** Begins the look of {@link Replica#drainState}. */
  DrainLook drainLook() {
    return new DrainLook(node, sessions);
  }
}
