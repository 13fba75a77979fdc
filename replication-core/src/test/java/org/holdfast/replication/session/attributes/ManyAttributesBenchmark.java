// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do 1,000 live attributes cost a request that reads a few of them? Each has 21 objects that
 * could be shared, so the commit looks whether the others share one with those that were read.
 *
 * <ul>
 *   <li>{@code commit}: reads {@code touched} of them, changes none, commits;
 *   <li>{@code encodeAlone}: encodes as many, the least that detection by encoding costs.
 * </ul>
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec
 * -Dbench=ManyAttributes}; kept results are in {@code docs/benchmarks/codec.md}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class ManyAttributesBenchmark {
  private static final int LIVE = 1_000;

  @Param({"1", "10", "100"})
  public int touched;

  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(
          ManyAttributesBenchmark.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);
  private final SessionAttributes attributes =
      new SessionAttributes(
          codec,
          ChangeDetection.ON_GET,
          new ReplicationMetrics(),
          new AttributeTraffic("cluster", "member", "shop"),
          AttributePatches.NONE,
          Map.of(),
          (name, problem, replaced) -> {});

  /** An object with others. */
  static final class Node implements Serializable {
    private static final long serialVersionUID = 1L;

    int number;
    List<Node> links = new ArrayList<>();

    Node(int number, int children) {
      this.number = number;
      for (int i = 0; i < children; i++) {
        links.add(new Node(i, 0));
      }
    }
  }

  @Setup
  public void prepare() {
    for (int i = 0; i < LIVE; i++) {
      attributes.put("a" + i, new Node(i, 10));
    }
    Changes first = ChangeDetectionBenchmark.commit(attributes);
    // Two objects of 11,000 have the same identity hash code in 3 % of all runs: that makes a unit.
    System.out.printf("%d attributes and units%n", first.changed().size());
  }

  @Benchmark
  public Changes commit() {
    for (int i = 0; i < touched; i++) {
      attributes.get("a" + i);
    }
    return ChangeDetectionBenchmark.commit(attributes);
  }

  @Benchmark
  public int encodeAlone() {
    int bytes = 0;
    for (int i = 0; i < touched; i++) {
      Object value = attributes.get("a" + i);
      if (value != null) {
        bytes += codec.encode("a", value).length;
      }
    }
    return bytes;
  }
}
