// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.BenchmarkCart;
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
 * What does a request pay, beyond its own work, to find out what it has changed? The session holds
 * an attribute of 4 KB, a second one of that size that no request touches, and a number. Captured
 * as a commit does it: looked for, encoded, fingerprints compared, up to the changes to send.
 *
 * <ul>
 *   <li>{@code untouched}: nothing was read;
 *   <li>{@code readUnchanged}: the 4 KB attribute was read and is the same;
 *   <li>{@code readChanged}: it was read and changed;
 *   <li>{@code numberSet}: the number was set, nothing else touched.
 * </ul>
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec
 * -Dbench=ChangeDetection}; kept results are in {@code docs/benchmarks/codec.md}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ChangeDetectionBenchmark {
  @Param public ChangeDetection detection;

  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(
          ChangeDetectionBenchmark.class.getClassLoader(),
          ClassFilter.DEFAULT,
          CodecLimits.DEFAULT);
  private SessionAttributes attributes = attributes(ChangeDetection.ON_GET);
  private int number;

  private SessionAttributes attributes(ChangeDetection chosen) {
    return new SessionAttributes(
        codec,
        chosen,
        new ReplicationMetrics(),
        new AttributeTraffic("cluster", "member", "shop"),
        AttributePatches.NONE,
        Map.of(),
        (name, problem, replaced) -> {});
  }

  @Setup
  public void prepare() {
    attributes = attributes(detection);
    attributes.put("cart", BenchmarkCart.of(76));
    attributes.put("other", BenchmarkCart.of(76));
    attributes.put("number", 0);
    commit();
    System.out.printf("cart: %,d bytes%n", codec.encode("cart", BenchmarkCart.of(76)).length);
  }

  private Changes commit() {
    return commit(attributes);
  }

  /** The end of the only request. */
  static Changes commit(SessionAttributes attributes) {
    Changes changes;
    try (AttributeCapture capture = attributes.capture()) {
      capture.encode();
      changes = capture.changes(null);
      capture.sent(1);
    }
    attributes.forgetTouched();
    return changes;
  }

  @Benchmark
  public Changes untouched() {
    return commit();
  }

  @Benchmark
  public Changes readUnchanged() {
    attributes.get("cart");
    return commit();
  }

  @Benchmark
  public Changes readChanged() {
    Object cart = attributes.get("cart");
    if (cart instanceof BenchmarkCart changed) {
      changed.revise();
    }
    return commit();
  }

  @Benchmark
  public Changes numberSet() {
    attributes.put("number", ++number);
    return commit();
  }
}
