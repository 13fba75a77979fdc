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

package org.holdfast.replication.session;

import java.util.Random;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Replica;
import org.holdfast.replication.protocol.ReplicaConfig;

/** A replica that is alone. */
final class SilentReplica {
  private static final long SECOND = 1_000_000_000L;

  private SilentReplica() {}

  static Replica create() {
    return new Replica(
        new Member("silent", 1, "127.0.0.1", 1),
        new ReplicaConfig(
            1,
            SECOND,
            SECOND,
            SECOND,
            SECOND,
            SECOND,
            SECOND,
            SECOND,
            100,
            1 << 20,
            Long.MAX_VALUE,
            0,
            false),
        (to, message) -> true,
        (key, ownership) -> {},
        new Random(1),
        new ReplicationMetrics());
  }
}
