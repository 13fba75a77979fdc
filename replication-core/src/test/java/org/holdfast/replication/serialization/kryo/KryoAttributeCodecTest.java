// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Test;

@SuppressWarnings({
  "JdkObsolete",
  "JavaUtilDate",
  "UnnecessaryStringBuilder"
}) // odd values on purpose
class KryoAttributeCodecTest {
  private final KryoAttributeCodec codec = codec(getClass().getClassLoader());

  private static KryoAttributeCodec codec(ClassLoader loader) {
    return new KryoAttributeCodec(loader, ClassFilter.DEFAULT, CodecLimits.DEFAULT);
  }

  @Test
  void keepsACounterWithinTwelveBytes() {
    for (int counter : new int[] {0, 1, 1_000, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(codec.encode("counter", counter)).hasSizeLessThanOrEqualTo(12);
    }
  }

  @Test
  void namesThePathToTheOffendingField() {
    SampleBeans.Cart cart = new SampleBeans.Cart();
    cart.items.addAll(List.of("a", "b", new SampleBeans.Lock()));

    assertThatThrownBy(() -> codec.check("cart", cart))
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageStartingWith(
            "attribute \"cart\": Cart.items[2].lock: java.util.concurrent.locks.ReentrantLock is not serializable: it is a lock");
  }

  @Test
  void namesThePath_whenTheAttributeGoesThroughJdkSerialization() {
    Map<String, Object> map =
        new HashMap<>(Map.of("k", Arrays.asList(1, new SampleBeans.NotSerializable())));

    assertThatThrownBy(() -> codec.check("cart", map))
        .hasMessageContaining("attribute \"cart\": HashMap[k][1]: ")
        .hasMessageContaining(
            "NotSerializable is not serializable: it does not implement java.io.Serializable");
  }

  @Test
  void namesThePathToALambda() {
    Map<String, Object> map =
        new HashMap<>(Map.of("f", (SampleBeans.SerializableRunnable) () -> {}));

    assertThatThrownBy(() -> codec.check("x", map))
        .hasMessageContaining("HashMap[f]: ")
        .hasMessageContaining("lambda");
  }

  @Test
  void namesTheLimit_whenAnAttributeIsTooLarge() {
    KryoAttributeCodec small = small();
    AttributeCodec smallJdk =
        new JdkAttributeCodec(
            getClass().getClassLoader(),
            ClassFilter.DEFAULT,
            new CodecLimits(64, 10, 20, 1_000),
            ClassAliases.NONE,
            Verification.FIRST_SIGHT,
            new ReplicationMetrics());
    List<Object> values =
        List.of(
            new ArrayList<>(List.of("x".repeat(100))),
            new byte[500],
            "x".repeat(300),
            "\u4e00".repeat(150),
            java.math.BigInteger.ONE.shiftLeft(5_000),
            new StringBuilder("x".repeat(300)),
            java.net.URI.create("x".repeat(300)),
            Arrays.asList("x".repeat(150), "y".repeat(150)));

    for (Object value : values) {
      for (AttributeCodec each : List.of(small, smallJdk)) {
        assertThatThrownBy(() -> each.check("cart", value))
            .as("%s", value.getClass())
            .isInstanceOf(UnserializableAttributeException.class)
            .message()
            .containsPattern(
                "takes at least [1-9][\\d,]+ bytes, more than maxAttributeBytes, which is 64;")
            .startsWith("attribute \"cart\": ");
      }
    }
    assertThatThrownBy(() -> small.check("cart", "x".repeat(3_000)))
        .hasMessageContaining("String of class java.lang.String cannot be replicated")
        .hasMessageContaining("at least 3,008 bytes");
  }

  @Test
  void takesWhatJustFits() {
    KryoAttributeCodec small = small();
    for (String text : List.of("x".repeat(56), "\u4e00".repeat(28), "x", "")) {
      small.check("a", text);
      assertThat(small.encode("a", text)).hasSizeLessThanOrEqualTo(64);
    }
  }

  private KryoAttributeCodec small() {
    return new KryoAttributeCodec(
        getClass().getClassLoader(), ClassFilter.DEFAULT, new CodecLimits(64, 10, 20, 1_000));
  }

  @Test
  void leavesTransientFieldsAtTheirDefaults() {
    SampleBeans.WithTransient copy =
        (SampleBeans.WithTransient) trip(new SampleBeans.WithTransient());

    assertThat(copy.kept).isEqualTo("kept");
    assertThat(copy.cache).isNull();
    assertThat(copy.number).isZero();
  }

  @Test
  void givesClassesOfTheWebApplicationsLoader() throws Exception {
    ClassLoader webapp = new ChildFirst();
    Object bean = create(webapp, SampleBeans.NoDefaultConstructor.class, "x");
    Object external = create(webapp, SampleBeans.Replaced.class, 4);
    KryoAttributeCodec own = codec(webapp);

    Object copy = own.decode("a", codec(webapp).encode("a", new ArrayList<>(List.of(bean, bean))));
    Object jdkCopy = own.decode("a", own.encode("a", external));

    assertThat(((List<?>) copy).get(0).getClass())
        .isSameAs(bean.getClass())
        .isNotSameAs(SampleBeans.NoDefaultConstructor.class);
    assertThat(((List<?>) copy).get(0)).isSameAs(((List<?>) copy).get(1)).isEqualTo(bean);
    assertThat(jdkCopy.getClass()).isSameAs(external.getClass());
  }

  @Test
  void refusesClassesOfAnotherWebApplication() throws Exception {
    Object bean = create(new ChildFirst(), SampleBeans.NoDefaultConstructor.class, "x");

    assertThatThrownBy(() -> codec.check("a", bean))
        .hasMessageContaining("not a class of the web application");
  }

  @Test
  void retriesOnce_whenTheValueChangesWhileItIsEncoded() {
    Changing once = new Changing(1);
    Changing always = new Changing(100);

    assertThat(codec.decode("a", codec.encode("a", new ArrayList<>(List.of(once))))).isNotNull();
    assertThatThrownBy(() -> codec.encode("a", always))
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageContaining("changed by another thread");
    assertThat(always.calls).isEqualTo(2);
  }

  static final class Changing implements java.io.Serializable {
    transient int failures;
    transient int calls;

    Changing(int failures) {
      this.failures = failures;
    }

    private void writeObject(java.io.ObjectOutputStream out) {
      if (calls++ < failures) {
        throw new ConcurrentModificationException("test");
      }
    }
  }

  @Test
  void judgesEachClassAnew_afterAFailure() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> codec.check("a", new SampleBeans.FailsOnReading()))
          .hasMessageContaining("never readable");
    }
  }

  @Test
  void sendsAClassThroughJdkSerialization_whenItsFirstTripFails() {
    byte[] envelope = codec.encode("a", new HashesLate());

    assertThat(Envelope.open(envelope, 1 << 20).codecId()).isEqualTo(Envelope.JDK);
    assertThat(((HashesLate) codec.decode("a", envelope)).name).isEqualTo("n");
  }

  /** Refuses reconstruction unless it is made by JDK serialization: Kryo's trip must notice. */
  record HashesLate(String name) implements java.io.Serializable {
    HashesLate() {
      this("n");
    }

    HashesLate {
      boolean byKryo =
          StackWalker.getInstance()
              .walk(
                  s ->
                      s.anyMatch(
                          f ->
                              f.getClassName().endsWith("RecordSerializer")
                                  && f.getMethodName().equals("readParts")));
      if (byKryo) {
        throw new IllegalStateException("not this way");
      }
    }
  }

  @Test
  void refusesAValueThatReadObjectChanges_withThePath() {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> codec.check("a", new ArrayList<>(List.of("x", new Liar()))))
          .isInstanceOf(UnserializableAttributeException.class)
          .hasMessageContaining("attribute \"a\": ArrayList[1]: ")
          .hasMessageContaining("Liar")
          .hasMessageContaining("comes back different");
    }
  }

  static final class Liar implements java.io.Serializable {
    int value = 1;

    private void readObject(java.io.ObjectInputStream in)
        throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      value = 2;
    }
  }

  @Test
  void countsTripsClassesSentThroughJdkAndRefusals() {
    ReplicationMetrics metrics = new ReplicationMetrics();
    KryoAttributeCodec counted =
        new KryoAttributeCodec(
            getClass().getClassLoader(),
            ClassFilter.DEFAULT,
            CodecLimits.DEFAULT,
            ClassAliases.NONE,
            Verification.FIRST_SIGHT,
            metrics);

    counted.check("a", new SampleBeans.Bean());
    counted.check("a", new SampleBeans.Bean());
    assertThat(metrics.value(Counter.TRIPS_VERIFIED)).isEqualTo(1);
    counted.check("a", new HashesLate());
    assertThat(metrics.value(Counter.CLASSES_SENT_THROUGH_JDK)).isEqualTo(1);
    assertThatThrownBy(() -> counted.check("a", new Liar())).hasMessageContaining("different");
    assertThat(metrics.value(Counter.ATTRIBUTES_REFUSED)).isEqualTo(1);
  }

  /** The first is honest, so only the second trip shows. */
  static final class LaterLiar implements java.io.Serializable {
    int value;

    LaterLiar(int value) {
      this.value = value;
    }

    private void readObject(java.io.ObjectInputStream in)
        throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      value = Math.min(value, 10);
    }
  }

  @Test
  void findsALaterValueThatDiffers_ofAClassWithHooks() {
    codec.check("a", new LaterLiar(1));

    assertThatThrownBy(() -> codec.check("a", new LaterLiar(11)))
        .hasMessageContaining("comes back different");
  }

  /** Copies one element, however many there came to be. */
  record Cut(List<Integer> numbers) implements java.io.Serializable {
    Cut {
      numbers = numbers.isEmpty() ? numbers : new ArrayList<>(numbers.subList(0, 1));
    }
  }

  @Test
  void findsALaterRecordThatDiffers_whenEveryWriteIsVerified() {
    KryoAttributeCodec careful =
        new KryoAttributeCodec(
            getClass().getClassLoader(),
            ClassFilter.DEFAULT,
            CodecLimits.DEFAULT,
            ClassAliases.NONE,
            Verification.EVERY_WRITE,
            new ReplicationMetrics());
    Cut grown = new Cut(new ArrayList<>(List.of(1)));
    careful.check("a", grown);

    grown.numbers().add(2);

    assertThatThrownBy(() -> careful.check("a", grown))
        .hasMessageContaining("comes back different");
  }

  @Test
  void tellsImmutableValues() {
    assertThat(
            List.of(
                "s",
                1,
                'c',
                Optional.of(1),
                SampleBeans.Plain.RED,
                java.time.ZoneId.of("Asia/Tokyo")))
        .allMatch(codec::isImmutable);
    assertThat(
            List.of(
                new int[0],
                List.of(),
                Optional.of(new int[0]),
                new java.util.Date(),
                new StringBuilder()))
        .noneMatch(codec::isImmutable);
  }

  private Object trip(Object value) {
    return codec.decode("a", codec.encode("a", value));
  }

  private static Object create(ClassLoader loader, Class<?> type, Object argument)
      throws ReflectiveOperationException {
    var constructor = loader.loadClass(type.getName()).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(argument);
  }

  @Test
  void isReadByACodecOfJdkSerialization_whichSaysSoOnce() {
    JdkAttributeCodec jdk =
        new JdkAttributeCodec(
            getClass().getClassLoader(),
            ClassFilter.DEFAULT,
            CodecLimits.DEFAULT,
            ClassAliases.NONE,
            Verification.FIRST_SIGHT,
            new ReplicationMetrics(),
            codec);
    List<String> cart = new ArrayList<>(List.of("book", "pen"));

    String log =
        CapturedLog.of(
            () -> {
              assertThat(jdk.decode("cart", codec.encode("cart", cart))).isEqualTo(cart);
              assertThat(jdk.decodeParts("cart", codec.encode("cart", cart))).hasSize(2);
              assertThat(codec.decode("cart", jdk.encode("cart", cart))).isEqualTo(cart);
            });

    assertThat(log).containsOnlyOnce("in the form of codec kryo, while codec is jdk here");
  }

  @Test
  void logsWhatItRefuses_withThePathButNoKeys_thoughNobodyLogsTheException() {
    Map<String, Object> cart = new HashMap<>();
    cart.put("jane@example.org", List.of("item", new Object()));
    String log =
        CapturedLog.of(
            () -> {
              for (String name : List.of("cart", "cart", "basket")) {
                assertThatThrownBy(() -> codec.check(name, cart))
                    .hasMessageContaining("jane@")
                    .hasFieldOrPropertyWithValue("culpritPath", "HashMap[*][1]");
              }
              assertThatThrownBy(() -> codec.check("page", "x".repeat(20_000_000)))
                  .hasMessageContaining("page");
            });

    assertThat(log)
        .containsOnlyOnce(
            "attribute \"cart\" cannot be replicated: HashMap[*][1] of class java.lang.Object is not"
                + " serializable: it does not implement java.io.Serializable. Other nodes do not"
                + " get this value")
        .containsOnlyOnce("attribute \"basket\" cannot be replicated: HashMap[*][1]")
        .containsOnlyOnce("attribute \"page\" cannot be replicated: String of class")
        .doesNotContain("jane@", "setAttribute");
  }

  /** Defines the sample classes itself, as the loader of a web application would. */
  private static final class ChildFirst extends ClassLoader {
    ChildFirst() {
      super(KryoAttributeCodecTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null || !name.contains("SampleBeans")) {
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void allowsNothingElse_whenThePatternEndsWithRejectAll() {
    KryoAttributeCodec strict =
        new KryoAttributeCodec(
            getClass().getClassLoader(), ClassFilter.of("java.**;!*"), CodecLimits.DEFAULT);

    assertThatThrownBy(() -> strict.check("cart", new SampleBeans.Bean()))
        .hasMessageContaining("refused by the class filter");
  }
}
