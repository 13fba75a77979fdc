// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does the core itself cost a request when nobody is there to replicate to? One node on
 * loopback, two threads, each with a session of its own; what an integration calls for a request
 * that counts in an attribute, or only reads it. The request's own work and the container's are not
 * in the figure.
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec
 * -Dbench=LoneRequestBenchmark}; kept results are in {@code docs/benchmarks/request-cost.md}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
@Threads(2)
public class LoneRequestBenchmark {
  /** The node, for all threads. */
  @State(Scope.Benchmark)
  public static class Node {
    private TestCluster cluster = TestCluster.of(0);

    /** Founds it. */
    @Setup
    public void start() {
      cluster = TestCluster.of(1);
    }

    /** Ends it. */
    @TearDown
    public void stop() {
      cluster.close();
    }
  }

  /** A user's session. */
  @State(Scope.Thread)
  public static class User {
    private String id = "";

    /** Begins it, with a counter. */
    @Setup
    public void begin(Node node) {
      ReplicatedSession session =
          node.cluster.shops.get(0).create(Duration.ofMinutes(30), System.currentTimeMillis());
      session.attributes().put("counter", 0);
      session.commit();
      session.exit();
      id = session.id();
    }
  }

  /** The request increments the counter. */
  @Benchmark
  public CommitOutcome counts(Node node, User user) {
    ReplicatedSession session = found(node, user);
    Integer before = (Integer) session.attributes().get("counter");
    session.attributes().put("counter", before + 1);
    return end(session);
  }

  /** The request looks at the counter. */
  @Benchmark
  public CommitOutcome reads(Node node, User user) {
    ReplicatedSession session = found(node, user);
    if (session.attributes().get("counter") == null) {
      throw new IllegalStateException("the counter is gone");
    }
    return end(session);
  }

  private static ReplicatedSession found(Node node, User user) {
    ReplicatedSession session = node.cluster.shops.get(0).local(user.id);
    if (session == null || !session.enter()) {
      throw new IllegalStateException("the session is gone");
    }
    session.accessed();
    return session;
  }

  private static CommitOutcome end(ReplicatedSession session) {
    CommitOutcome outcome = session.commit();
    session.accessed();
    session.exit();
    return outcome;
  }
}
