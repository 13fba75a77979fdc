// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.io.Output;
import com.sun.management.ThreadMXBean;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.stream.IntStream;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaBytes;
import org.holdfast.replication.serialization.schema.SchemaField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Up to 300 KB, each of whose parts is modest and whose whole is not: sizes that add up over the
 * levels, long keys that are referred to again and again, and the like.
 */
class HostileCostTest extends HostileBytes {
  private static final int LEVELS = 390;

  @ParameterizedTest
  @ValueSource(
      classes = {
        ArrayList.class,
        Object[].class,
        String[].class,
        HashMap.class,
        HashSet.class,
        List.class,
        Set.class,
        Vector.class
      })
  void refusesDeclaredSizesThatAddUpOverTheLevels(Class<?> type) {
    for (int bytes : new int[] {2_000, 50_000, 290_000}) {
      refused(
          kryo(
              out -> {
                for (int i = 0; i < LEVELS; i++) {
                  header(out, type);
                  if (type == List.class) {
                    out.writeBoolean(false);
                  }
                  out.writeVarInt(type == HashMap.class ? bytes / 2 : bytes, true);
                }
                out.writeBytes(new byte[bytes + 8 * LEVELS]);
              }));
    }
  }

  /** The size field of a list stands there twice, with a capacity that nobody looks at. */
  @Test
  void refusesDeclaredSizesThatAddUpOverTheLevels_inJdkStreams() {
    for (int padding : new int[] {0, 20_000, 280_000}) {
      Object list = "x";
      for (int i = 0; i < LEVELS; i++) {
        list = new ArrayList<>(Collections.singletonList(list));
      }
      byte[] whole = jdk(new Object[] {new byte[padding], list});
      ByteBuffer bytes = ByteBuffer.wrap(whole);
      int forged = 0;
      for (int at = Envelope.HEADER_BYTES; at + 10 < whole.length; at++) {
        if (bytes.getInt(at) == 1 && whole[at + 4] == 0x77) {
          bytes.putInt(at, 4 * whole.length);
          forged++;
        }
      }
      assertThat(forged).isEqualTo(LEVELS);

      refused(resealed(whole));
    }
  }

  @Test
  void readsOneLevelInsideAnother_whenEachIsAsLongAsItsBytes() {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      List<Object> outer = new ArrayList<>(Collections.nCopies(100, (Object) null));
      outer.add(new HashMap<>(Collections.singletonMap(null, new Object[] {list, null})));
      outer.add(null);
      list = outer;
    }
    assertThat(codec.encode("a", list)).hasSizeLessThan(100_000);
    assertThat((List<?>) readQuickly(codec.encode("a", list))).hasSize(102);
    assertThat((List<?>) readQuickly(jdkCodec.encode("a", list))).hasSize(102);
  }

  /** A set whose element leads back to the list, and then one that has nothing to do with it. */
  @ParameterizedTest
  @ValueSource(classes = {HashSet.class, LinkedHashSet.class, Set.class})
  void refusesKeysOfOneHashCode_whenAnotherSetIsPartOfACycle(Class<?> type) {
    int bits = 13;
    refused(
        kryo(
            out -> {
              header(out, ArrayList.class);
              out.writeVarInt(2, true);
              header(out, HashSet.class);
              out.writeVarInt(1, true);
              header(out, Object[].class);
              out.writeVarInt(1, true);
              out.writeVarInt(id(ArrayList.class) + 2, true);
              out.writeVarInt(2, true);
              header(out, type);
              out.writeVarInt(1 << bits, true);
              for (int i = 0; i < 1 << bits; i++) {
                header(out, ArrayList.class);
                out.writeVarInt(bits, true);
                for (int bit = 0; bit < bits; bit++) {
                  out.writeVarInt(3, true);
                  out.writeString((i >> bit & 1) == 0 ? "Aa" : "BB");
                }
              }
            }));
  }

  /** The set of sets again; an object in each refers to the set while that is being read. */
  @Test
  void refusesSetsOfSets_whenEachIsReferredToFromWithin() {
    Set<Object> root = new LinkedHashSet<>();
    Set<Object> first = root;
    Set<Object> second = new LinkedHashSet<>();
    for (int i = 0; i < 28; i++) {
      Set<Object> left = new LinkedHashSet<>();
      Set<Object> right = new LinkedHashSet<>();
      left.add(new Referring(left, 1));
      right.add(new Referring(right, 2));
      left.add("foo");
      for (Set<Object> set : List.of(first, second)) {
        set.add(left);
        set.add(right);
      }
      first = left;
      second = right;
    }
    refused(jdk(root));
  }

  private static final class Referring implements Serializable {
    private final Object any;
    private final int id;

    Referring(Object any, int id) {
      this.any = any;
      this.id = id;
    }

    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Referring other && other.id == id && (other.any == null) == (any == null);
    }
  }

  @Test
  void readsViewsOfSharedElementsAtOnce() {
    Object[] lists = new Object[3_000];
    String[] shared = new String[lists.length];
    Arrays.setAll(lists, i -> Arrays.asList(shared));
    Object unused = readQuickly(jdk(lists));

    List<Object> list = new ArrayList<>(Collections.nCopies(3_000, null));
    for (int i = 0; i < 380; i++) {
      list = Collections.checkedList(list, Object.class);
    }
    unused = readQuickly(jdk(list));

    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      map.put(i, null);
    }
    for (int i = 0; i < 380; i++) {
      map = Collections.synchronizedMap(map);
    }
    unused = readQuickly(jdk(map));
  }

  @Test
  void readsHonestViewsOfOneListAtOnce() {
    List<Integer> list = new ArrayList<>(IntStream.range(0, 20_000).boxed().toList());
    List<Object> views = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      views.add(new Named("view " + i, Collections.unmodifiableList(list)));
    }
    byte[] encoded = codec.encode("a", views);

    assertThat(readQuickly(encoded)).isEqualTo(views);
  }

  private record Named(String name, List<Integer> view) implements Serializable {}

  private static byte[] resealed(byte[] whole) {
    byte[] payload = Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length);
    return Envelope.seal(whole[0], payload, payload.length);
  }

  /**
   * A field that is not there any more, so that its value may be of classes that are not either.
   */
  @Test
  void refusesManyMissingClasses_inAValueThatIsDropped() {
    refused(withMissingClasses(15_000));
    assertThat(readQuickly(withMissingClasses(50))).isInstanceOf(WithoutField.class);
  }

  private byte[] withMissingClasses(int count) {
    return kryo(
        out -> {
          beginDropped(out);
          header(out, ArrayList.class);
          out.writeVarInt(count, true);
          for (int i = 0; i < count; i++) {
            byte[] inner =
                SchemaBytes.encode(new Schema("gone.C" + i, Schema.Form.BEAN, List.of()));
            out.writeByte(1);
            out.writeVarInt(i + 1, true);
            out.writeVarInt(inner.length, true);
            out.writeBytes(inner);
            out.writeVarInt(1, true);
          }
        });
  }

  /** Twice the same is looked for once. */
  @Test
  void refusesManyMissingConstants_inAValueThatIsDropped() {
    refused(withMissingConstants(40_000, 40_000));
    assertThat(readQuickly(withMissingConstants(90_000, 50))).isInstanceOf(WithoutField.class);
  }

  @Test
  void refusesManyMissingClassesAsValues_inAValueThatIsDropped() {
    refused(withMissingClassValues(15_000, 15_000));
    assertThat(readQuickly(withMissingClassValues(15_000, 50))).isInstanceOf(WithoutField.class);
  }

  private byte[] withMissingConstants(int count, int different) {
    return kryo(
        out -> {
          beginDropped(out);
          header(out, EnumSet.class);
          byte[] days =
              SchemaBytes.encode(
                  new Schema(DayOfWeek.class.getName(), Schema.Form.ENUM, List.of()));
          out.writeByte(1);
          out.writeVarInt(1, true);
          out.writeVarInt(days.length, true);
          out.writeBytes(days);
          out.writeVarInt(count, true);
          for (int i = 0; i < count; i++) {
            out.writeString("d" + i % different);
          }
        });
  }

  private byte[] withMissingClassValues(int count, int different) {
    return kryo(
        out -> {
          beginDropped(out);
          header(out, ArrayList.class);
          out.writeVarInt(count, true);
          for (int i = 0; i < count; i++) {
            out.writeVarInt(id(Class.class) + 2, true);
            out.writeString("gone.C" + i % different);
          }
        });
  }

  private static void beginDropped(Output out) {
    byte[] outer =
        SchemaBytes.encode(
            new Schema(
                WithoutField.class.getName(),
                Schema.Form.BEAN,
                List.of(new SchemaField("gone", FieldKind.OBJECT, ""))));
    out.writeByte(1);
    out.writeVarInt(0, true);
    out.writeVarInt(outer.length, true);
    out.writeBytes(outer);
    out.writeVarInt(1, true);
  }

  private static final class WithoutField implements Serializable {}

  @Test
  void writesLongDecimalsAtOnce() {
    BigDecimal value = new BigDecimal(BigInteger.ONE.shiftLeft(1 << 25), 3);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] encoded = {};
    long least = Long.MAX_VALUE;
    for (int tries = 0; tries < 5 && least >= 300_000_000; tries++) {
      long before = threads.getCurrentThreadCpuTime();
      encoded = codec.encode("a", value);
      least = Math.min(least, threads.getCurrentThreadCpuTime() - before);
    }

    assertThat(least).as("CPU time, ns").isLessThan(300_000_000);
    assertThat(codec.decode("a", encoded)).isEqualTo(value);
  }
}
