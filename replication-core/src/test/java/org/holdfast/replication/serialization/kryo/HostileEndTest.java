// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.URI;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How reading ends: in time, with a short message, and as an exception of this package. */
class HostileEndTest extends HostileBytes {
  private long cpuNanos;
  private long nanosPerLook;

  private final KryoAttributeCodec timed =
      new KryoAttributeCodec(
          getClass().getClassLoader(),
          ClassFilter.DEFAULT,
          CodecLimits.DEFAULT,
          ClassAliases.NONE,
          Verification.FIRST_SIGHT,
          new ReplicationMetrics(),
          () -> cpuNanos += nanosPerLook);

  @Test
  void refusesWhatTakesTooLong_whateverItIs() {
    List<Integer> list = new ArrayList<>(IntStream.range(0, 10_000).boxed().toList());
    for (Object value : List.of(list, Collections.unmodifiableList(list))) {
      nanosPerLook = 100_000_000;
      byte[] envelope = codec.encode("a", value);
      assertThat(timed.decode("a", envelope)).isEqualTo(value);

      nanosPerLook = 3_000_000_000L;
      assertThatThrownBy(() -> timed.decode("a", envelope))
          .isInstanceOf(CorruptAttributeException.class)
          .hasMessageStartingWith("attribute \"a\": ")
          .hasMessageContaining("more than maxDecodeMillis, which is 5000 ms of processor time");
    }
  }

  @Test
  void readsNoClock_forASmallAttribute() {
    nanosPerLook = 1;
    for (int i = 0; i < 50; i++) {
      Object unused = timed.decode("a", timed.encode("a", BenchmarkCart.of(10)));
      unused = timed.decode("a", jdk(BenchmarkCart.of(10)));
    }

    assertThat(cpuNanos).isZero();
  }

  @Test
  void saysWhatIsWrongBriefly_andFreeOfControlCharacters() {
    byte[] zone =
        kryo(
            out -> {
              header(out, ZoneId.of("Europe/Paris").getClass());
              out.writeString("A/".repeat(1 << 20));
            });
    byte[] uri =
        kryo(
            out -> {
              header(out, URI.class);
              out.writeString("http://\u001b[31m\r\nERROR \u202e".repeat(20_000));
            });
    for (byte[] envelope : List.of(zone, uri)) {
      Throwable thrown = refusal(envelope);

      for (Throwable at = thrown; at != null; at = at.getCause()) {
        assertThat(at.toString()).hasSizeLessThan(1_200).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
      }
      assertThat(thrown.getMessage()).hasSizeLessThan(400);
      assertThat(thrown.getCause().getStackTrace()).isNotEmpty();
    }
  }

  private Throwable refusal(byte[] envelope) {
    try {
      throw new AssertionError("read " + codec.decode("a", envelope).getClass());
    } catch (CorruptAttributeException expected) {
      return expected;
    }
  }

  @Test
  void losesOneAttribute_whenTheHeapIsTooSmallForIt() {
    byte[] envelope = jdk(new Failing("Java heap space"));

    assertThatThrownBy(() -> codec.decode("a", envelope))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining("OutOfMemoryError: Java heap space");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Metaspace", "unable to create native thread", "Direct buffer memory"})
  void leavesOtherTroubleOfTheJvmAlone(String message) {
    byte[] envelope = jdk(new Failing(message));

    assertThatThrownBy(() -> codec.decode("a", envelope))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage(message);
  }

  private static final class Failing implements Serializable {
    private final String message;

    Failing(String message) {
      this.message = message;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      throw new OutOfMemoryError(message);
    }
  }
}
