// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
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
 * What does it cost to encode and to decode a cart of 10 items, beside JDK serialization and beside
 * plain Kryo? Bounds: 5 times as fast as the JDK and half its bytes; at most 1.5 times as slow as
 * plain Kryo.
 *
 * <p>{@code PLAIN_KRYO} is Kryo as fast as it comes, without any check: one instance for each
 * thread, its own serializers, every class registered, references on; {@code JDK} is JDK
 * serialization without a filter. Both without checksum.
 *
 * <p>Run with {@code mvn -Pbench -pl replication-core test-compile exec:exec -Dbench=CodecBenchmark
 * "-Dbench.args=-prof gc"}; kept results are in {@code docs/benchmarks/codec.md}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CodecBenchmark {
  /** The encoder. */
  public enum Way {
    HOLDFAST,
    PLAIN_KRYO,
    JDK
  }

  @Param public Way way;

  private final BenchmarkCart cart = BenchmarkCart.of(10);
  private Trip trip = new JdkTrip();
  private byte[] encoded = new byte[0];

  @Setup
  public void prepare() throws Exception {
    trip =
        switch (way) {
          case HOLDFAST -> new HoldfastTrip();
          case PLAIN_KRYO -> new PlainKryoTrip();
          case JDK -> new JdkTrip();
        };
    encoded = trip.encode(cart);
    System.out.printf("%s: %,d bytes%n", way, encoded.length);
  }

  @Benchmark
  public byte[] encode() throws Exception {
    return trip.encode(cart);
  }

  @Benchmark
  public Object decode() throws Exception {
    return trip.decode(encoded);
  }

  private interface Trip {
    byte[] encode(Object value) throws Exception;

    Object decode(byte[] bytes) throws Exception;
  }

  private static final class HoldfastTrip implements Trip {
    private final KryoAttributeCodec codec =
        new KryoAttributeCodec(
            CodecBenchmark.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

    @Override
    public byte[] encode(Object value) {
      return codec.encode("cart", value);
    }

    @Override
    public Object decode(byte[] bytes) {
      return codec.decode("cart", bytes);
    }
  }

  private static final class PlainKryoTrip implements Trip {
    private final Kryo kryo = new Kryo();
    private final Output output = new Output(4096, -1);

    PlainKryoTrip() {
      kryo.setReferences(true);
      kryo.setRegistrationRequired(true);
      kryo.setInstantiatorStrategy(
          new com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy(
              new org.objenesis.strategy.StdInstantiatorStrategy()));
      kryo.register(BenchmarkCart.class);
      kryo.register(BenchmarkCart.Item.class);
      kryo.register(ArrayList.class);
      kryo.register(HashMap.class);
      kryo.register(BigDecimal.class);
      kryo.register(Instant.class);
      kryo.register(LocalDate.class);
    }

    @Override
    public byte[] encode(Object value) {
      output.reset();
      kryo.writeClassAndObject(output, value);
      return output.toBytes();
    }

    @Override
    public Object decode(byte[] bytes) {
      return kryo.readClassAndObject(new Input(bytes));
    }
  }

  private static final class JdkTrip implements Trip {
    @Override
    public byte[] encode(Object value) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(value);
      }
      return bytes.toByteArray();
    }

    @Override
    @SuppressWarnings("BanSerializableRead") // its own bytes
    public Object decode(byte[] bytes) throws IOException, ClassNotFoundException {
      try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
        return in.readObject();
      }
    }
  }
}
