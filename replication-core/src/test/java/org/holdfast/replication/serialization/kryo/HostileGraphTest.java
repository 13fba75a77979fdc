// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.junit.jupiter.api.Test;

/** Objects that take more depth, time or room than their few bytes let expect. */
class HostileGraphTest extends HostileBytes {
  @Test
  void refusesDeepNesting() throws InterruptedException {
    refused(
        kryo(
            out -> {
              for (int i = 0; i < 3_000; i++) {
                header(out, ArrayList.class);
                out.writeVarInt(1, true);
              }
              out.writeVarInt(Kryo.NULL, true);
            }));
    for (int levels : new int[] {500, 3_000, 30_000}) {
      refused(jdkNested(levels));
    }
  }

  /** Written with a stack that is deep enough. */
  private static byte[] jdkNested(int levels) throws InterruptedException {
    byte[][] bytes = new byte[1][];
    Thread writer = new Thread(null, () -> bytes[0] = jdk(nested(levels)), "deep writer", 1L << 30);
    writer.start();
    writer.join();
    return bytes[0];
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
  void refusesCollidingListKeys_inJdkStreams() {
    Map<Object, Object> map = new HashMap<>(1 << 14);
    Map<Object, Object> smaller = new HashMap<>();
    for (int i = 0; i < 1 << 13; i++) {
      List<Object> key = collidingKey(i);
      // Built without comparing: each key is changed only after it went in.
      Object first = key.remove(0);
      key.add(0, i);
      map.put(key, "v");
      key.set(0, first);
      if (i < 1 << 6) {
        smaller.put(collidingKey(i), "v");
      }
    }
    refused(jdk((Serializable) map));
    refused(jdk((Serializable) Collections.unmodifiableMap(map)));
    assertThat(codec.decode("a", jdk((Serializable) smaller))).isEqualTo(smaller);
  }

  @Test
  void readsManyEqualValues_thatAreNoKeys() {
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      map.put("key " + i, new ArrayList<>());
    }

    assertThat(codec.decode("a", jdk((Serializable) map))).isEqualTo(map);
  }

  private static List<Object> collidingKey(int i) {
    List<Object> key = new ArrayList<>();
    for (int bit = 0; bit < 13; bit++) {
      key.add((i >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return key;
  }

  @Test
  void refusesRegularExpressionsThatTakeLongToCompile() {
    for (String text :
        List.of(
            "(".repeat(1_000_000),
            "(?:a{1,9}){1,9}".repeat(20_000),
            "(".repeat(201) + ")".repeat(201),
            "[".repeat(201) + "a" + "]".repeat(201),
            "a".repeat(4_097))) {
      refused(
          kryo(
              out -> {
                header(out, Pattern.class);
                out.writeString(text);
                out.writeInt(0);
              }));
    }
  }

  /** Each order of the marks is an alternative: n! of them. */
  @Test
  void refusesRegularExpressionsWithManyMarks_underCanonicalEquivalence() {
    String marks = "\u0327\u0323\u0301\u0345\u05B0\u05B1\u05B2\u05B3\u05B4\u05B5";
    for (String text : List.of("a" + marks, "e" + marks + "x" + marks)) {
      refused(
          kryo(
              out -> {
                header(out, Pattern.class);
                out.writeString(text);
                out.writeInt(Pattern.CANON_EQ);
              }));
    }
    refused(jdk(Pattern.compile("a" + marks.substring(0, 5), Pattern.CANON_EQ)));
    for (Pattern fits :
        List.of(
            Pattern.compile("a" + marks),
            Pattern.compile("a" + marks.substring(0, 4) + "\u00e9", Pattern.CANON_EQ))) {
      assertThat(readQuickly(codec.encode("a", fits))).hasToString(fits.pattern());
      assertThat(readQuickly(jdk(fits))).hasToString(fits.pattern());
    }
  }

  @Test
  void refusesToWriteSuchRegularExpressions() {
    Pattern tooLong = Pattern.compile("a".repeat(4_097));
    Pattern tooDeep = Pattern.compile("(".repeat(201) + ")".repeat(201));
    Pattern fits =
        Pattern.compile("(".repeat(200) + "\\(\\[" + ")".repeat(200) + "a".repeat(3_600));

    for (Pattern pattern : List.of(tooLong, tooDeep)) {
      assertThatThrownBy(() -> codec.check("a", new ArrayList<>(List.of(pattern))))
          .isInstanceOf(UnserializableAttributeException.class)
          .hasMessageContaining("ArrayList[0]: java.util.regex.Pattern");
      assertThatThrownBy(() -> codec.check("a", Arrays.asList(1, pattern)))
          .isInstanceOf(UnserializableAttributeException.class)
          .hasMessageContaining("ArrayList[1]: java.util.regex.Pattern");
      refused(jdk(pattern));
    }
    assertThat(((Pattern) codec.decode("a", codec.encode("a", fits))).pattern())
        .isEqualTo(fits.pattern());
    assertThat(((List<?>) codec.decode("a", codec.encode("a", Arrays.asList(1, fits)))).get(1))
        .hasToString(fits.pattern());
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
}
