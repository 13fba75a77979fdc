/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes with a right checksum and wrong contents: each is refused within 100 ms and 16 MB, and the
 * codec goes on working.
 */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate"})
class HostileBytesTest {
  private static final long MOST_ALLOCATED_BYTES = 16 << 20;
  private static final long MOST_NANOS = 100_000_000;

  private final WebappClasses classes =
      new WebappClasses(getClass().getClassLoader(), ClassFilter.DEFAULT);
  private final AttributeKryo registered =
      AttributeKryo.create(
          new JdkTypes(classes), classes, new ClassPlans(classes), CodecLimits.DEFAULT);
  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  /** Code paths are loaded first: class loading is not what is measured. */
  @BeforeEach
  void warm() {
    Map<String, Object> value =
        new HashMap<>(Map.of("a", new ArrayList<>(List.of(1)), "b", new HashSet<>(Set.of(1L))));
    for (int i = 0; i < 50; i++) {
      codec.decode("a", codec.encode("a", value));
      codec.decode("a", jdk(value));
    }
  }

  static Stream<Class<?>> arrays() {
    return Stream.of(
        byte[].class,
        char[].class,
        short[].class,
        int[].class,
        long[].class,
        float[].class,
        double[].class,
        boolean[].class,
        Object[].class,
        String[].class,
        ArrayList.class,
        java.util.Vector.class,
        java.util.ArrayDeque.class,
        java.util.LinkedList.class,
        HashSet.class,
        HashMap.class,
        java.util.TreeMap.class,
        PriorityQueue.class,
        java.util.BitSet.class,
        List.class,
        Set.class,
        Map.class,
        String.class,
        java.math.BigInteger.class,
        StringBuilder.class,
        java.util.Optional.class);
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void refusesDeclaredLengths_whenBytesAreMissing(Class<?> type) {
    for (int length :
        new int[] {
          Integer.MAX_VALUE, Integer.MAX_VALUE - 2, 1_000_000_000, Integer.MIN_VALUE, -1, 100_000
        }) {
      refused(
          kryo(
              out -> {
                header(out, type);
                out.writeVarInt(length, true);
              }));
      refused(
          kryo(
              out -> {
                header(out, type);
                out.writeByte(0);
                out.writeVarInt(length, true);
                out.writeByte(1);
              }));
    }
  }

  @Test
  void refusesDeepNesting() {
    refused(
        kryo(
            out -> {
              for (int i = 0; i < 3_000; i++) {
                header(out, ArrayList.class);
                out.writeVarInt(1, true);
              }
              out.writeVarInt(Kryo.NULL, true);
            }));
    refused(jdk(nested(500)));
  }

  @Test
  void refusesSetsOfSets_thatTakeForeverToHash() {
    refused(setsOfSets(28, HashSet.class));
    refused(setsOfSets(28, java.util.LinkedHashSet.class));
    refused(setsOfSets(60, Set.class));
    refused(listsInASet(40));
    refused(jdkSetsOfSets(28));
    refused(jdk((Serializable) withListBomb(40)));
  }

  @Test
  void refusesCollidingListKeys() {
    List<List<Object>> colliding = new ArrayList<>();
    for (int i = 0; i < 1 << 13; i++) {
      List<Object> key = new ArrayList<>();
      for (int bit = 0; bit < 13; bit++) {
        key.add((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      colliding.add(key);
    }
    refused(
        kryo(
            out -> {
              header(out, HashSet.class);
              out.writeVarInt(colliding.size(), true);
              for (List<Object> key : colliding) {
                header(out, ArrayList.class);
                out.writeVarInt(key.size(), true);
                for (Object text : key) {
                  out.writeVarInt(1 + 2, true);
                  out.writeString((String) text);
                }
              }
            }));
  }

  @Test
  void refusesTrailingBytes() {
    for (Object value : List.of(7, "text", new ArrayList<>(List.of(1)), Arrays.asList(1, 2))) {
      byte[] whole = codec.encode("a", value);
      byte[] longer = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length + 1);
      refused(Envelope.seal(whole[0], longer, longer.length));
    }
  }

  @Test
  void refusesTruncationAtEveryByte() {
    for (Object value : List.of(sampleMap(), Arrays.asList("a", List.of(1), "c"))) {
      byte[] whole = codec.encode("a", value);
      for (int length = 0; length < whole.length; length++) {
        refused(Arrays.copyOf(whole, length));
      }
      for (int length = 0; length < whole.length - Envelope.HEADER_BYTES; length++) {
        refused(
            Envelope.seal(
                whole[0], Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length), length));
      }
    }
  }

  @Test
  void refusesEverySingleBitFlip() {
    byte[] whole = codec.encode("a", sampleMap());
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> codec.decode("a", flipped))
          .isInstanceOf(CorruptAttributeException.class);
    }
  }

  @Test
  void readsOrRefusesQuickly_whenBytesAreRandomBehindARightChecksum() {
    long seed = Long.getLong("seed", 42);
    Random random = new Random(seed);
    byte[] kryo = codec.encode("a", sampleMap());
    byte[] jdk = jdk(sampleMap());
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 3_000; i++) {
            byte[] whole = (i % 4 == 0 ? jdk : kryo).clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
              whole[Envelope.HEADER_BYTES + random.nextInt(whole.length - Envelope.HEADER_BYTES)] =
                  (byte) random.nextInt();
            }
            byte[] payload = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length);
            try {
              codec.decode("a", Envelope.seal(whole[0], payload, payload.length));
            } catch (CorruptAttributeException expected) {
              assertThat(expected).hasMessageStartingWith("attribute \"a\"");
            }
          }
        },
        "seed " + seed);
  }

  @Test
  void refusesReferencesToObjectsThatDoNotExistYet() {
    refused(
        kryo(
            out -> {
              header(out, ArrayList.class);
              out.writeVarInt(1, true);
              out.writeVarInt(id(ArrayList.class) + 2, true);
              out.writeVarInt(2 + 5, true);
            }));
    refused(
        kryo(
            out -> {
              header(out, List.class);
              out.writeBoolean(false);
              out.writeVarInt(1, true);
              out.writeVarInt(id(List.class) + 2, true);
              out.writeVarInt(2, true);
            }));
  }

  @Test
  void refusesClassesOutsideTheFilter_withoutInitialisingThem() {
    for (String name :
        List.of(
            "com.sun.rowset.JdbcRowSetImpl",
            "javax.management.BadAttributeValueExpException",
            "sun.misc.Unsafe",
            "org.apache.commons.collections.functors.InvokerTransformer",
            "java.lang.ProcessBuilder",
            "java.net.URL",
            "[Ljavax.management.ObjectName;",
            "java.lang.Thread",
            "no.such.Clazz",
            "",
            "../../etc",
            "a\0b",
            "[",
            "[[",
            "[I;",
            "x".repeat(5_000),
            Tripwire.class.getName())) {
      refused(
          kryo(
              out -> {
                out.writeVarInt(1, true);
                out.writeVarInt(0, true);
                out.writeString(name);
                out.writeInt(0);
                out.writeVarInt(1, true);
                out.writeVarInt(0, true);
              }));
    }
    assertThat(TRIPPED).isEmpty();
  }

  @Test
  void refusesUnlistedClassesInJdkStreams() {
    refused(jdk(new javax.management.openmbean.OpenDataException("x")));
    refused(jdk(new HashMap<>(Map.of("k", new ArrayList<>(List.of(java.net.Proxy.Type.HTTP))))));
    refused(jdk((Runnable & Serializable) () -> {}));
    refused(
        jdk(
            (Serializable)
                java.lang.reflect.Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {Comparable.class},
                    new Handler())));
  }

  @Test
  void refusesJdkStreamsWithHugeArrays() {
    byte[] bytes = jdk(new byte[] {1});
    byte[] payload = Arrays.copyOfRange(bytes, Envelope.HEADER_BYTES, bytes.length);
    for (int length : new int[] {Integer.MAX_VALUE - 2, 1_000_000_000, -5}) {
      java.nio.ByteBuffer.wrap(payload).putInt(payload.length - 5, length);
      refused(Envelope.seal(Envelope.JDK, payload, payload.length));
    }
  }

  @Test
  void refusesClassFingerprintsOfOtherVersions() {
    byte[] bytes = codec.encode("a", new SampleBeans.Point(1, 2));
    byte[] payload = Arrays.copyOfRange(bytes, Envelope.HEADER_BYTES, bytes.length);
    String name = SampleBeans.Point.class.getName();
    payload[2 + 2 + name.length()] ^= 1;
    refused(Envelope.seal(Envelope.KRYO, payload, payload.length));
  }

  @Test
  void refusesToWriteWhatItWouldRefuseToRead() {
    assertThatThrownBy(() -> codec.check("a", withListBomb(40)))
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageContaining("hash");
    KryoAttributeCodec small =
        new KryoAttributeCodec(
            getClass().getClassLoader(), ClassFilter.DEFAULT, new CodecLimits(1_000, 10, 20, 100));
    assertThatThrownBy(() -> small.check("a", new byte[2_000]))
        .isInstanceOf(UnserializableAttributeException.class);
    assertThatThrownBy(() -> small.check("a", ApplicationSamples.deep(11)))
        .hasMessageContaining("deeper than 10");
    assertThatThrownBy(() -> small.check("a", new Object[21][0]))
        .hasMessageContaining("more than 20 objects");
    assertThatThrownBy(() -> small.check("a", new Object[101]))
        .isInstanceOf(UnserializableAttributeException.class);
  }

  static final List<String> TRIPPED = new ArrayList<>();

  /** Not serializable, so naming it must not run its initialiser. */
  static final class Tripwire {
    static {
      TRIPPED.add("initialised");
    }
  }

  private record Handler() implements java.lang.reflect.InvocationHandler, Serializable {
    @Override
    public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] args) {
      return 0;
    }
  }

  private static Map<String, Object> sampleMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", "värde");
    map.put("list", new ArrayList<>(List.of(1, 2L, "x")));
    map.put("bean", new SampleBeans.Bean());
    map.put("bytes", new byte[] {1, 2, 3});
    return map;
  }

  @SuppressWarnings("NonApiType") // it is the very class
  private static ArrayList<Object> nested(int levels) {
    ArrayList<Object> list = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      list = new ArrayList<>(List.of(list));
    }
    return list;
  }

  /** Each set holds the one before it and a list of it, so that both differ but hash through it. */
  private byte[] setsOfSets(int levels, Class<?> type) {
    return kryo(
        out -> {
          // Outermost first; the second element of each level refers to the first.
          int[] nextId = {0};
          writeLevel(out, type, levels, nextId);
        });
  }

  private void writeLevel(Output out, Class<?> type, int level, int[] nextId) {
    header(out, type);
    nextId[0]++;
    if (level == 0) {
      out.writeVarInt(0, true);
      return;
    }
    out.writeVarInt(2, true);
    int inner = nextId[0];
    writeLevel(out, type, level - 1, nextId);
    header(out, ArrayList.class);
    nextId[0]++;
    out.writeVarInt(1, true);
    out.writeVarInt(id(type) + 2, true);
    out.writeVarInt(inner + 2, true);
  }

  private byte[] listsInASet(int levels) {
    return kryo(
        out -> {
          header(out, HashSet.class);
          out.writeVarInt(1, true);
          int[] nextId = {1};
          writeLevel(out, ArrayList.class, levels, nextId);
        });
  }

  private static Object withListBomb(int levels) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      list = new ArrayList<>(List.of(list, list));
    }
    // An identity-hashed stand-in first: the list is swapped in without being hashed.
    SampleBeans.Node holder = new SampleBeans.Node("x");
    Map<Object, Object> bomb = new HashMap<>();
    bomb.put(new Key(), holder);
    ((Key) bomb.keySet().iterator().next()).content = list;
    return bomb;
  }

  static final class Key implements Serializable {
    Object content;

    @Override
    public int hashCode() {
      return content == null
          ? 0
          : content instanceof List<?> list && list.size() == 2 ? 0 : content.hashCode();
    }

    @Override
    public boolean equals(Object o) {
      return o == this;
    }
  }

  /**
   * The classic: {@code s1 = {t, x}, s2 = {t, x}} per level, made as bytes in time that is linear.
   */
  private static byte[] jdkSetsOfSets(int levels) {
    Set<Object> root = new HashSet<>();
    Set<Object> s1 = root;
    Set<Object> s2 = new HashSet<>();
    for (int i = 0; i < levels; i++) {
      Set<Object> t1 = new HashSet<>();
      Set<Object> t2 = new HashSet<>();
      t1.add("foo");
      s1.add(t1);
      s1.add(t2);
      s2.add(t1);
      s2.add(t2);
      s1 = t1;
      s2 = t2;
    }
    return jdk((Serializable) root);
  }

  private int id(Class<?> type) {
    return registered.getRegistration(type).getId();
  }

  private void header(Output out, Class<?> type) {
    out.writeVarInt(id(type) + 2, true);
    if (type != String.class) {
      out.writeVarInt(Kryo.NOT_NULL, true);
    }
  }

  private static byte[] kryo(Consumer<Output> writer) {
    AttributeOutput out = new AttributeOutput(64, 1 << 20);
    writer.accept(out);
    return Envelope.seal(Envelope.KRYO, out.getBuffer(), out.position());
  }

  private static byte[] jdk(Object value) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(value);
      return Envelope.seal(Envelope.JDK, bytes.toByteArray(), bytes.size());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void refused(byte[] envelope) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long allocatedBefore = threads.getThreadAllocatedBytes(self);
    long cpuBefore = threads.getCurrentThreadCpuTime();
    Throwable thrown = null;
    try {
      codec.decode("a", envelope);
    } catch (Throwable e) {
      thrown = e;
    }
    long nanos = threads.getCurrentThreadCpuTime() - cpuBefore;
    long allocated = threads.getThreadAllocatedBytes(self) - allocatedBefore;
    assertThat(thrown)
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageStartingWith("attribute \"a\"");
    assertThat(nanos).as("CPU time until: %s", thrown.getMessage()).isLessThan(MOST_NANOS);
    assertThat(allocated)
        .as("bytes allocated until: %s", thrown.getMessage())
        .isLessThan(MOST_ALLOCATED_BYTES);
    assertThat(codec.decode("a", codec.encode("a", "still works"))).isEqualTo("still works");
  }
}
