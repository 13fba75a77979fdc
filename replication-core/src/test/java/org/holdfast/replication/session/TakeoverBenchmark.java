// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.holdfast.replication.session.attributes.AttributePatches;
import org.holdfast.replication.session.attributes.SessionAttributes;
import org.holdfast.replication.wire.MessageCodec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does the new primary work on a takeover once the last promise has arrived? Bound: under
 * 1 ms at p50 for a session of 4 KB in 10 attributes.
 *
 * <p>Timed: decoding the promise's frame with the copy in it, choosing the newest copy, encoding
 * the full for the new secondary, the session's settings and attributes, and decoding {@code read}
 * of the ten attributes. Not timed: the network, waiting for its threads, the secondary's
 * acknowledgement.
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec -Dbench=Takeover};
 * kept results are in {@code docs/benchmarks/takeover.md}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class TakeoverBenchmark {
  private static final int ATTRIBUTES = 10;
  private static final int ACQUIRER = 2;

  /** How many attributes the first request asks for. */
  @Param({"0", "1", "10"})
  public int read;

  private final AttributeCodec codec =
      new KryoAttributeCodec(
          TakeoverBenchmark.class.getClassLoader(), ClassFilter.of(""), CodecLimits.DEFAULT);
  private final ReplicationMetrics metrics = new ReplicationMetrics();
  private SessionImage image = SessionImage.EMPTY;
  private ReplicasInMemory nodes = new ReplicasInMemory();
  private int sessions;
  private ReplicasInMemory.Frame promise;
  private Acquired.Owned owned;

  @Setup
  public void encode() {
    Map<String, byte[]> attributes = new HashMap<>();
    for (int i = 0; i < ATTRIBUTES; i++) {
      String name = "attribute" + i;
      attributes.put(name, codec.encode(name, ("value " + i + " ").repeat(60).substring(0, 400)));
    }
    SessionSettings settings =
        SessionSettings.first("shop", "0123456789abcdef", 0, Duration.ofMinutes(30));
    image = new SessionImage(settings.toBytes(0, 0), attributes);
  }

  /** Brings a session to where only the last promise is missing, the one that holds the copy. */
  @Setup(Level.Invocation)
  public void openRound() {
    if (sessions++ % 20_000 == 0) {
      nodes = new ReplicasInMemory();
    }
    owned = null;
    String key = keyHeldByTheOther();
    Replica acquirer = nodes.replicas.get(ACQUIRER);
    acquirer.onPeerDown(nodes.members.get(0));
    acquirer.acquire(
        key,
        null,
        ReplicasInMemory.NOW_NANOS,
        answer -> owned = answer instanceof Acquired.Owned found ? found : null);
    promise = null;
    for (ReplicasInMemory.Frame next = nodes.frames.poll();
        next != null;
        next = nodes.frames.poll()) {
      if (MessageCodec.decode(next.bytes()) instanceof Message.Promise) {
        promise = next;
      } else if (next.to() != 0) {
        nodes.deliver(next);
      }
    }
    if (promise == null || owned != null) {
      throw new IllegalStateException("the round should wait for one promise");
    }
  }

  private String keyHeldByTheOther() {
    nodes.deliver();
    while (true) {
      String key = "shop" + Integer.toString(1_000_000 + sessions++, 36);
      Epoch epoch = nodes.replicas.get(0).create(key, image, -1, ReplicasInMemory.NOW_NANOS);
      nodes.replicas.get(0).end(key, epoch, ReplicasInMemory.NOW_NANOS);
      boolean toOther = nodes.frames.stream().anyMatch(frame -> frame.to() == 1);
      nodes.deliver();
      if (toOther) {
        return key;
      }
    }
  }

  @Benchmark
  public int takeOver() {
    nodes
        .replicas
        .get(ACQUIRER)
        .onMessage(
            nodes.members.get(1), MessageCodec.decode(promise.bytes()), ReplicasInMemory.NOW_NANOS);
    SessionSettings settings =
        SessionSettings.of(
            owned.image().settings(), owned.leaseNanos(), ReplicasInMemory.NOW_NANOS);
    SessionAttributes attributes =
        new SessionAttributes(
            codec,
            ChangeDetection.ON_GET,
            metrics,
            new AttributeTraffic("test", "a", "shop"),
            AttributePatches.NONE,
            owned.image().attributes(),
            (name, problem, replaced) -> {});
    int found = settings.application().length();
    for (int i = 0; i < read; i++) {
      found += String.valueOf(attributes.get("attribute" + i)).length();
    }
    return found;
  }
}
