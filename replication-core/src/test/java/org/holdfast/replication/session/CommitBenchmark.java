// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.holdfast.replication.session.attributes.AttributeCapture;
import org.holdfast.replication.session.attributes.AttributePatches;
import org.holdfast.replication.session.attributes.SessionAttributes;
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
 * Does a commit that changes one attribute cost more in a session that has many? Bound: with 400
 * attributes at most 1.2 times as much as with 10. All attributes change in turn, the same number
 * apart.
 *
 * <ul>
 *   <li>{@code untouched}: a request that touches no attribute;
 *   <li>{@code capture}: the change, the capture, its encoding and the changes to send;
 *   <li>{@code commit}: the same, the update on the primary, its frame, the secondary that applies
 *       it and the acknowledgement, without sockets.
 * </ul>
 *
 * <p>With {@code mutable} values, the commit also looks for objects that others share with the
 * changed one, which costs a look at each attribute.
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec
 * -Dbench=CommitBenchmark "-Dbench.args=-prof gc"}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CommitBenchmark {
  private static final String KEY = "shop0123456789ab";
  private static final int ATTRIBUTE_BYTES = 1_000;

  /** No divisor of any number of attributes. */
  private static final int STRIDE = 7;

  @Param({"10", "40", "400"})
  public int attributes;

  /** Whether values are arrays that a request changes in place; else texts that it replaces. */
  @Param({"false", "true"})
  public boolean mutable;

  private final ReplicasInMemory nodes = new ReplicasInMemory();
  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(
          CommitBenchmark.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);
  private final SessionAttributes live =
      new SessionAttributes(
          codec,
          ChangeDetection.ON_GET,
          new ReplicationMetrics(),
          new AttributeTraffic("cluster", "member", "shop"),
          AttributePatches.NONE,
          Map.of(),
          (name, problem, replaced) -> {});
  private String[] names = new String[0];
  private final String[] texts = new String[2];
  private int changed;
  private int rounds;
  private Epoch epoch = Epoch.NONE;

  @Setup
  public void begin() {
    Random random = new Random(1);
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text(random);
    }
    names = new String[attributes];
    for (int i = 0; i < attributes; i++) {
      names[i] = "attribute" + i;
      byte[] array = new byte[ATTRIBUTE_BYTES];
      random.nextBytes(array);
      live.put(names[i], mutable ? array : text(random));
    }
    try (AttributeCapture capture = live.capture()) {
      capture.encode();
      SessionImage image = new SessionImage(new byte[60], capture.changes(null).changed());
      epoch = nodes.replicas.get(0).create(KEY, image, -1, ReplicasInMemory.NOW_NANOS);
      nodes.deliver();
      capture.sent(1);
    }
    live.forgetTouched();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < ATTRIBUTE_BYTES) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private void change() {
    changed = (changed + STRIDE) % attributes;
    if (changed < STRIDE) {
      rounds++;
    }
    String name = names[changed];
    if (mutable) {
      if (live.get(name) instanceof byte[] array) {
        array[rounds % ATTRIBUTE_BYTES]++;
      }
    } else {
      live.put(name, texts[rounds % 2]);
    }
  }

  @Benchmark
  public Changes untouched() {
    return captured(false);
  }

  @Benchmark
  public Changes capture() {
    change();
    return captured(false);
  }

  @Benchmark
  public Changes commit() {
    change();
    return captured(true);
  }

  /** The end of the only request. */
  private Changes captured(boolean replicates) {
    Changes changes;
    try (AttributeCapture capture = live.capture()) {
      capture.encode();
      changes = capture.changes(null);
      long version = 1;
      if (replicates) {
        version =
            nodes.replicas.get(0).update(KEY, epoch, changes, false, ReplicasInMemory.NOW_NANOS);
        nodes.deliver();
      }
      capture.sent(version);
    }
    live.forgetTouched();
    return changes;
  }
}
