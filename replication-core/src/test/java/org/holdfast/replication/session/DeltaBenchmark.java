// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.wire.MessageCodec;
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
 * Does a change of one attribute cost more in a session that has many? Bound: with 400 attributes
 * at most 1.2 times as much as with 10, for commit and application together. The encoding of the
 * value costs both alike and is not in here, so the ratio of {@code round} is above that of a
 * request. All attributes change in turn, the same number apart.
 *
 * <ul>
 *   <li>{@code next}: the image after the change, which primary and secondary make alike;
 *   <li>{@code round}: the update on the primary, its frame, the secondary that applies it, and the
 *       acknowledgement, without sockets;
 *   <li>{@code full}: the frame with the whole session.
 * </ul>
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec -Dbench=DeltaBenchmark
 * "-Dbench.args=-prof gc"}. A machine whose cache is smaller than the session makes the large one
 * dearer by what the cache misses cost: a delta reads the first name of some seven pages.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DeltaBenchmark {
  private static final String KEY = "shop0123456789ab";

  /** No divisor of any number of attributes. */
  private static final int STRIDE = 7;

  @Param({"10", "40", "400"})
  public int attributes;

  @Param({"300", "1000"})
  public int attributeBytes;

  private final ReplicasInMemory nodes = new ReplicasInMemory();
  private Changes[] steps = new Changes[0];
  private int changed;
  private Epoch epoch = Epoch.NONE;
  private Copy copy = new Copy(Label.NONE, Label.NONE, false, SessionImage.EMPTY);

  @Setup
  public void begin() {
    Random random = new Random(1);
    Map<String, byte[]> envelopes = new HashMap<>();
    steps = new Changes[attributes];
    for (int i = 0; i < attributes; i++) {
      byte[] envelope = new byte[attributeBytes];
      random.nextBytes(envelope);
      envelopes.put("attribute" + i, envelope);
      steps[i] = new Changes(null, Map.of("attribute" + i, envelope), Set.of());
    }
    SessionImage image = new SessionImage(new byte[60], envelopes);
    epoch = nodes.replicas.get(0).create(KEY, image, -1, ReplicasInMemory.NOW_NANOS);
    nodes.deliver();
    copy = new Copy(new Label(epoch, Label.FIRST_VERSION), Label.NONE, false, image);
  }

  private Changes step() {
    changed = (changed + STRIDE) % attributes;
    return steps[changed];
  }

  @Benchmark
  public Copy next() {
    copy = copy.next(step());
    return copy;
  }

  @Benchmark
  public long round() {
    long version =
        nodes.replicas.get(0).update(KEY, epoch, step(), false, ReplicasInMemory.NOW_NANOS);
    nodes.deliver();
    return version;
  }

  @Benchmark
  public byte[] full() {
    return MessageCodec.encode(new Message.Full(KEY, copy.from(), copy.label(), -1, copy.image()));
  }
}
