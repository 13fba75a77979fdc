// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Web applications come to one node and leave it. */
public final class ApplicationsStress {
  private static final AtomicLong NUMBER = new AtomicLong();

  private ApplicationsStress() {}

  /** A node that has left its cluster again, as JGroups' threads would outlive the test. */
  private static final class Alone {
    static final ReplicationNode NODE = start();

    private static ReplicationNode start() {
      NodeConfig config =
          NodeConfig.builder("alone")
              .cluster("stress-" + ProcessHandle.current().pid())
              .membershipPort(TestCluster.freePorts(1).get(0))
              .discovery("static:127.0.0.1:1")
              .joinTimeout(Duration.ofMillis(100))
              .drainTimeout(Duration.ZERO)
              .secondaries(0)
              .build();
      try (ReplicationNode node = ReplicationNode.start(config, InstantSource.system())) {
        return node;
      }
    }
  }

  private static @Nullable SessionReplicator register(String name) {
    try {
      return Alone.NODE.register(
          ApplicationConfig.of(name, ApplicationsStress.class.getClassLoader()), session -> {});
    } catch (IllegalStateException taken) {
      return null;
    }
  }

  /** {@code ReplicationNode.applications}: two applications of one name are started at once. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first has the name")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second has it")
  @State
  public static class TwoOfOneName {
    private final String name = "shop-" + NUMBER.incrementAndGet();
    private @Nullable SessionReplicator first;
    private @Nullable SessionReplicator second;

    @Actor
    public void first() {
      first = register(name);
    }

    @Actor
    public void second() {
      second = register(name);
    }

    @Arbiter
    public void registered(ZZ_Result result) {
      result.r1 = first != null;
      result.r2 = second != null;
      if (first != null) {
        first.close();
      }
      if (second != null) {
        second.close();
      }
    }
  }
}
