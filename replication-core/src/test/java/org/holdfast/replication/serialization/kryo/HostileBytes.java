// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.BeforeEach;

/**
 * Writes bytes with a right checksum and wrong contents: each must be refused within 100 ms and 16
 * MB, and the codec go on working.
 */
abstract class HostileBytes {
  private static final long MOST_ALLOCATED_BYTES = 16 << 20;
  private static final long MOST_NANOS = 100_000_000;

  /** CPU time of the same work varies twofold on shared cores: what bytes cost is the least. */
  private static final int TRIES = 40;

  private final WebappClasses classes =
      new WebappClasses(getClass().getClassLoader(), ClassFilter.DEFAULT);
  private final AttributeKryo registered =
      AttributeKryo.create(
          new JdkTypes(classes, ClassAliases.NONE),
          classes,
          new ClassPlans(classes),
          CodecLimits.DEFAULT);
  final KryoAttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  final JdkAttributeCodec jdkCodec =
      new JdkAttributeCodec(
          getClass().getClassLoader(),
          ClassFilter.DEFAULT,
          CodecLimits.DEFAULT,
          ClassAliases.NONE,
          Verification.FIRST_SIGHT,
          new ReplicationMetrics());

  private static final AtomicBoolean COMPILED = new AtomicBoolean();

  /**
   * Loaded and compiled first: neither is what is measured, and both cost CPU time of threads. The
   * JVM compiles once; each codec has to see the classes.
   */
  @BeforeEach
  final void warm() {
    Map<String, Object> value =
        new HashMap<>(
            Map.of(
                "a", new ArrayList<>(List.of(1)), "b", new HashSet<>(Set.of(1L)), "c", numbers()));
    for (int i = COMPILED.getAndSet(true) ? 49 : 0; i < 50; i++) {
      codec.decode("a", codec.encode("a", value));
      codec.decode("a", jdk(value));
      jdkCodec.decode("a", jdkCodec.encode("a", value));
    }
  }

  @SuppressWarnings("JdkObsolete") // as hostile bytes do
  private static Hashtable<Integer, String> numbers() {
    Hashtable<Integer, String> numbers = new Hashtable<>();
    for (int i = 0; i < 500; i++) {
      numbers.put(i, "v");
    }
    return numbers;
  }

  static Map<String, Object> sampleMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", "värde");
    map.put("list", new ArrayList<>(List.of(1, 2L, "x")));
    map.put("bean", new SampleBeans.Bean());
    map.put("bytes", new byte[] {1, 2, 3});
    return map;
  }

  final int id(Class<?> type) {
    return registered.getRegistration(type).getId();
  }

  final void header(Output out, Class<?> type) {
    out.writeVarInt(id(type) + 2, true);
    if (type != String.class) {
      out.writeVarInt(Kryo.NOT_NULL, true);
    }
  }

  static byte[] kryo(Consumer<Output> writer) {
    AttributeOutput out = new AttributeOutput(64, 1 << 24);
    writer.accept(out);
    return Envelope.seal(Envelope.KRYO, out.getBuffer(), out.position());
  }

  static byte[] jdk(Object value) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(value);
      return Envelope.seal(Envelope.JDK, bytes.toByteArray(), bytes.size());
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory does not fail", e);
    }
  }

  /**
   * Refused by each reader of such envelopes: one way must not let through what the other refuses.
   */
  final void refused(byte[] envelope) {
    refusedBy(codec, envelope);
    if (envelope.length > 0 && envelope[0] == Envelope.JDK) {
      refusedBy(jdkCodec, envelope);
    }
  }

  /** Reads within the bounds of what is refused. */
  final Object readQuickly(byte[] envelope) {
    return Objects.requireNonNull(measured(codec, envelope).value);
  }

  /** Returns what was read, or null if that was refused; either within the bounds. */
  final Object readOrRefusedQuickly(byte[] envelope) {
    Object value = measured(codec, envelope).value;
    if (value == null) {
      refused(envelope);
    }
    return value;
  }

  private static void refusedBy(AttributeCodec codec, byte[] envelope) {
    Throwable thrown = measured(codec, envelope).thrown;
    assertThat(thrown)
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageStartingWith("attribute \"a\"");
    assertThat(codec.decode("a", codec.encode("a", "still works"))).isEqualTo("still works");
  }

  private record Outcome(Object value, Throwable thrown, long nanos, long allocated) {
    boolean isWithinBounds() {
      return nanos < MOST_NANOS && allocated < MOST_ALLOCATED_BYTES;
    }

    String end() {
      return thrown == null ? "it was read" : thrown.getMessage();
    }
  }

  private static Outcome measured(AttributeCodec codec, byte[] envelope) {
    Outcome outcome = decoded(codec, envelope);
    for (int tries = 1; !outcome.isWithinBounds() && tries < TRIES; tries++) {
      outcome = decoded(codec, envelope);
    }
    assertThat(outcome.nanos).as("CPU time until: %s", outcome.end()).isLessThan(MOST_NANOS);
    assertThat(outcome.allocated)
        .as("bytes allocated until: %s", outcome.end())
        .isLessThan(MOST_ALLOCATED_BYTES);
    return outcome;
  }

  private static Outcome decoded(AttributeCodec codec, byte[] envelope) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long allocatedBefore = threads.getThreadAllocatedBytes(self);
    long cpuBefore = threads.getCurrentThreadCpuTime();
    Object value = null;
    Throwable thrown = null;
    try {
      value = codec.decode("a", envelope);
    } catch (Throwable e) {
      thrown = e;
    }
    long nanos = threads.getCurrentThreadCpuTime() - cpuBefore;
    long allocated = threads.getThreadAllocatedBytes(self) - allocatedBefore;
    return new Outcome(value, thrown, nanos, allocated);
  }
}
