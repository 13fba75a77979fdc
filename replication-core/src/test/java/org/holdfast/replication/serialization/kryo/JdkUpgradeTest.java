// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two versions of the same classes through JDK serialization, both ways: what its rules allow, and
 * what is refused with the reason. Once with hooks and Kryo, once with JDK serialization alone.
 */
class JdkUpgradeTest {
  private static final String HOOKS =
      " private static final long serialVersionUID = 1;"
          + " private void writeObject(ObjectOutputStream out) throws IOException {"
          + " out.defaultWriteObject(); }"
          + " private void readObject(ObjectInputStream in)"
          + " throws IOException, ClassNotFoundException { in.defaultReadObject(); }";

  /**
   * @param newReadsOld what the new version sees of {@code make()} of the old one; beginning with
   *     {@code !} part of the reason why it cannot
   * @param oldReadsNew the other way round
   */
  record Change(
      CodecChoice codec,
      String title,
      String before,
      String after,
      String newReadsOld,
      String oldReadsNew) {
    @Override
    public String toString() {
      return title + ", codec " + codec;
    }
  }

  static List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    for (CodecChoice codec : CodecChoice.values()) {
      changes.add(
          new Change(
              codec,
              "field added",
              cart("int a = 1; String c = \"c\";", "a + c"),
              cart("int a = 2; long b = 5; String c = \"d\"; Object l = \"l\";", "a + c + b + l"),
              "1c0null",
              "2d"));
      changes.add(retyped(codec, "int a = 7;", "long a = 8;", "!incompatible types", "!field a"));
      changes.add(retyped(codec, "int a = 7;", "Integer a = 8;", "!incompatible types", "!"));
      changes.add(
          retyped(codec, "String a = \"s\";", "Object a = 8;", "s", "!cannot assign instance"));
      changes.add(
          retyped(
              codec,
              "ArrayList<?> a = new ArrayList<>(List.of(1));",
              "List<?> a = List.of(2);",
              "[1]",
              "!cannot assign instance of java.util"));
      changes.add(
          new Change(
              codec,
              "field and its class added",
              cart("String z = \"z\";", "z"),
              cart("Object a = new Coupon(); String z = \"y\";", "z + a")
                  + "\n---\nclass Coupon implements Serializable {}",
              "znull",
              "!class shop.Coupon is missing"));
      changes.add(
          new Change(
              codec,
              "constant missing and constants reordered",
              cart("Color c = Color.RED;", "c") + "\n---\nenum Color { RED, GREEN }",
              cart("Color c = Color.BLUE;", "c") + "\n---\nenum Color { GREEN, BLUE, RED }",
              "RED",
              "!enum constant BLUE does not exist in class shop.Color"));
      changes.add(
          new Change(
              codec,
              "component of a record added and reordered",
              cart("Object p = new Point(1, \"b\");", "p")
                  + "\n---\nrecord Point(int a, String b) implements Serializable {}",
              cart("Object p = new Point(\"x\", 3, 2);", "p")
                  + "\n---\nrecord Point(String b, int c, int a) implements Serializable {}",
              "Point[b=b, c=0, a=1]",
              "Point[a=2, b=x]"));
      changes.add(
          new Change(
              codec,
              "component of a record retyped",
              cart("Object p = new Point(1);", "p")
                  + "\n---\nrecord Point(int a) implements Serializable {}",
              cart("Object p = new Point(\"x\");", "p")
                  + "\n---\nrecord Point(String a) implements Serializable {}",
              "!class shop.Point cannot be read by JDK serialization: incompatible types",
              "!class shop.Point cannot be read by JDK serialization: incompatible types"));
      changes.add(
          new Change(
              codec,
              "another serialVersionUID",
              cart("int a = 1;", "a"),
              cart("int a = 2;", "a").replace("UID = 1", "UID = 2"),
              "!class shop.Cart cannot be read by JDK serialization: local class incompatible",
              "!local class serialVersionUID = 1"));
      changes.add(
          new Change(
              codec,
              "no serialVersionUID, field added",
              cart("int a = 1;", "a").replace("serialVersionUID", "other"),
              cart("int a = 2; int b = 2;", "a").replace("serialVersionUID", "other"),
              "!local class incompatible",
              "!local class incompatible"));
      changes.add(
          new Change(
              codec,
              "superclass inserted",
              cart("int a = 1;", "a"),
              cart("int a = 2;", "a + \"\" + b").replace("class Cart", "class Cart extends Base")
                  + "\n---\nclass Base implements Serializable { int b = 3; }",
              "10",
              "!class shop.Base is missing"));
      changes.add(
          new Change(
              codec,
              "written by methods of its own",
              cart("int a = 1;", "a"),
              "class Cart implements Externalizable {"
                  + " private static final long serialVersionUID = 1; int a = 2;"
                  + " public void writeExternal(ObjectOutput out) throws IOException {"
                  + " out.writeInt(a); }"
                  + " public void readExternal(ObjectInput in) throws IOException {"
                  + " a = in.readInt(); }"
                  + " public static Object make() { return new Cart(); } }",
              "!Serializable incompatible with Externalizable",
              "!Serializable incompatible with Externalizable"));
      changes.add(
          new Change(
              codec,
              "no longer serializable",
              cart("Object a = new Part();", "a") + "\n---\nclass Part implements Serializable {}",
              cart("Object a = 2;", "a") + "\n---\nclass Part {}",
              "!shop.Part",
              "2"));
    }
    return changes;
  }

  @ParameterizedTest
  @MethodSource("changes")
  void readsOldBytesWithNewClasses_orSaysWhyNot(Change change) {
    check(change.codec, change.before, change.after, change.newReadsOld);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void readsNewBytesWithOldClasses_orSaysWhyNot(Change change) {
    check(change.codec, change.after, change.before, change.oldReadsNew);
  }

  private static void check(CodecChoice codec, String writing, String reading, String expected) {
    SerializationConfig settings = SerializationConfig.builder().codec(codec).build();
    CompiledVersion writer = new CompiledVersion(writing, settings);
    byte[] envelope = writer.encode();
    CompiledVersion reader = new CompiledVersion(reading, settings);
    assertThat(envelope[0]).isEqualTo((byte) Envelope.JDK);
    if (expected.startsWith("!")) {
      assertThatThrownBy(() -> reader.decode(envelope))
          .isInstanceOf(CorruptAttributeException.class)
          .hasMessageStartingWith("attribute \"cart\": ")
          .hasMessageContaining(expected.substring(1));
      assertThat(writer.decode(envelope)).as("bytes that stayed").isNotNull();
    } else {
      assertThat(reader.decode(envelope)).hasToString(expected);
    }
  }

  @Test
  void readsWhatWasWrittenWithHooks_whenTheClassHasNoneAnyMore() {
    String plain = cart("int a = 1;", "a");
    plain = plain.replace(HOOKS, " private static final long serialVersionUID = 1;");
    byte[] envelope = new CompiledVersion(cart("int a = 5;", "a"), "").encode();

    CompiledVersion without = new CompiledVersion(plain, "");

    assertThat(envelope[0]).isEqualTo((byte) Envelope.JDK);
    assertThat(without.encode()[0]).isEqualTo((byte) Envelope.KRYO);
    assertThat(without.decode(envelope)).hasToString("5");
  }

  private static Change retyped(
      CodecChoice codec, String before, String after, String newReadsOld, String oldReadsNew) {
    return new Change(
        codec,
        before + " to " + after,
        cart(before, "a"),
        cart(after, "a"),
        newReadsOld,
        oldReadsNew);
  }

  private static String cart(String fields, String shown) {
    return "class Cart implements Serializable { "
        + fields
        + HOOKS
        + " public static Object make() { return new Cart(); }"
        + " public String toString() { return String.valueOf("
        + shown
        + "); } }";
  }
}
