// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods of the application that throw errors while a value is written or read. */
class ThrownErrorsTest {
  private static final class OwnError extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final List<Supplier<Error>> ERRORS =
      List.of(
          () -> new AssertionError("a getter failed"),
          OwnError::new,
          () -> new NoClassDefFoundError("shop/Item"),
          StackOverflowError::new);

  /** A value with hooks, which throw what the test says. */
  static final class Moody implements Serializable {
    private static final long serialVersionUID = 1L;

    static Supplier<Error> onWrite;
    static Supplier<Error> onRead;

    final String text = "good";

    private void writeObject(ObjectOutputStream out) throws IOException {
      if (onWrite != null) {
        throw onWrite.get();
      }
      out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      if (onRead != null) {
        throw onRead.get();
      }
    }
  }

  /** A key without hooks, whose hash code throws what the test says. */
  static final class MoodyKey implements Serializable {
    private static final long serialVersionUID = 1L;

    static Supplier<Error> onHash;

    final int number = 7;

    @Override
    public int hashCode() {
      if (onHash != null) {
        throw onHash.get();
      }
      return number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof MoodyKey;
    }
  }

  static Stream<AttributeCodec> codecs() {
    ClassLoader loader = ThrownErrorsTest.class.getClassLoader();
    return Stream.of(
        new KryoAttributeCodec(
            loader,
            ClassFilter.DEFAULT,
            CodecLimits.DEFAULT,
            ClassAliases.NONE,
            Verification.FIRST_SIGHT,
            new ReplicationMetrics()),
        new JdkAttributeCodec(
            loader,
            ClassFilter.DEFAULT,
            CodecLimits.DEFAULT,
            ClassAliases.NONE,
            Verification.FIRST_SIGHT,
            new ReplicationMetrics()));
  }

  @AfterEach
  void calm() {
    Moody.onWrite = null;
    Moody.onRead = null;
    MoodyKey.onHash = null;
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void refusesTheValue_whateverItThrowsWhileItIsWritten(AttributeCodec codec) {
    for (Supplier<Error> error : ERRORS) {
      Moody.onWrite = error;
      for (Object value : List.of(new Moody(), List.of("x", new Moody()))) {
        assertThatThrownBy(() -> codec.check("moody", value))
            .as("%s", error.get())
            .isInstanceOf(UnserializableAttributeException.class);
        assertThatThrownBy(() -> codec.encode("moody", value))
            .as("%s", error.get())
            .isInstanceOf(UnserializableAttributeException.class)
            .extracting(thrown -> ((UnserializableAttributeException) thrown).reason())
            .isEqualTo(UnserializableAttributeException.Reason.REFUSED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void cannotReadTheValue_whateverItThrowsWhileItIsRead(AttributeCodec codec) {
    byte[] envelope = codec.encode("moody", new Moody());
    for (Supplier<Error> error : ERRORS) {
      Moody.onRead = error;

      assertThatThrownBy(() -> codec.decode("moody", envelope))
          .as("%s", error.get())
          .isInstanceOf(CorruptAttributeException.class);
    }
    Moody.onRead = null;
    assertThat(codec.decode("moody", envelope)).isInstanceOf(Moody.class);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void cannotReadAMap_whateverTheHashCodeOfAKeyThrows(AttributeCodec codec) {
    Map<Object, String> map = new HashMap<>(Map.of(new MoodyKey(), "kept"));
    byte[] envelope = codec.encode("map", map);
    for (Supplier<Error> error : ERRORS) {
      MoodyKey.onHash = error;

      assertThatThrownBy(() -> codec.decode("map", envelope))
          .as("%s", error.get())
          .isInstanceOf(CorruptAttributeException.class);
    }
    MoodyKey.onHash = null;
    assertThat(codec.decode("map", envelope)).isEqualTo(map);
  }
}
