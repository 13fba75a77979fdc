// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.Random;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.replica.Replica;

/** A replica that is alone. */
public final class SilentReplica {
  private static final long SECOND = 1_000_000_000L;

  private SilentReplica() {}

  public static Replica create() {
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
        (key, epoch) -> {},
        new Random(1),
        new ReplicationMetrics());
  }
}
