// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two versions of the same classes, each in a class loader of its own: what one wrote is read by
 * the other, or refused with the reason, both ways.
 */
class UpgradeTest {
  /**
   * @param newReadsOld what the new version sees of {@code make()} of the old one; beginning with
   *     {@code !} part of the reason why it cannot
   * @param oldReadsNew the other way round
   */
  record Change(String title, String before, String after, String newReadsOld, String oldReadsNew) {
    Change withBoth(String more) {
      return new Change(title, before + more, after + more, newReadsOld, oldReadsNew);
    }

    @Override
    public String toString() {
      return title;
    }
  }

  static List<Change> changes() {
    return List.of(
        field("the same", "int a = 1;", "int a = 2;", "1", "2"),
        new Change(
            "field added",
            cart("int a = 1; String c = \"c\";", "a + c"),
            cart(
                "int a = 2; long b = 5; String c = \"d\"; List<Integer> l = new ArrayList<>();",
                "a + c + b + l"),
            "1c0null",
            "2d"),
        retyped("int to Integer", "int a = 7;", "Integer a = 8;", "7", "8"),
        retyped("int to long", "int a = 7;", "long a = 8;", "7", "!was written as long"),
        retyped("int to Long", "int a = 7;", "Long a = 8L;", "7", "!holds a java.lang.Long"),
        retyped("int to Number", "int a = 7;", "Number a = 8;", "7", "8"),
        retyped("Integer to long", "Integer a = 7;", "long a = 8;", "7", "!is java.lang.Integer"),
        retyped("null to int", "Integer a = null;", "int a = 8;", "!holds null", "8"),
        retyped("byte to double", "byte a = 7;", "double a = 8;", "7.0", "!was written as double"),
        retyped("char to int", "char a = 'a';", "int a = 8;", "97", "!was written as int"),
        retyped("float to double", "float a = 0.5f;", "double a = 8;", "0.5", "!as double"),
        retyped(
            "long to double", "long a = 1L << 60;", "double a = 8;", "1.15292150460684698E18", "!"),
        retyped(
            "long to double, inexact",
            "long a = (1L << 60) + 1;",
            "double a = 8;",
            "!holds a",
            "!"),
        retyped(
            "int to String", "int a = 7;", "String a = \"x\";", "!written as int", "!as String"),
        retyped("boolean to int", "boolean a = true;", "int a = 7;", "!as boolean", "!as int"),
        retyped("String to Object", "String a = \"s\";", "Object a = \"x\";", "s", "x"),
        retyped(
            "String to CharSequence",
            "String a = \"s\";",
            "CharSequence a = new StringBuilder(\"x\");",
            "s",
            "!holds a java.lang.StringBuilder"),
        retyped(
            "ArrayList to List",
            "ArrayList<?> a = new ArrayList<>(List.of(1));",
            "List<?> a = List.of(2);",
            "[1]",
            "!which a field of type java.util.ArrayList"),
        retyped(
            "List to Set",
            "List<?> a = List.of(1);",
            "Set<?> a = Set.of(2);",
            "!java.util.Set",
            "!java.util.List"),
        retyped("int[] to long[]", "int[] a = {1};", "long[] a = {2};", "![I", "![J"),
        new Change(
            "field moved to the superclass",
            cart("int a = 1;", "a"),
            "class Cart extends Base { int b = 3; public static Object make() { return new Cart(); }"
                + " public String toString() { return \"\" + a; } }\n---\n"
                + "class Base implements Serializable { int a = 2; }",
            "1",
            "2"),
        new Change(
            "namesake added in the superclass",
            "class Cart extends Base { private int a = 1; public static Object make() { return new"
                + " Cart(); } public String toString() { return \"\" + a; } }\n---\n"
                + "class Base implements Serializable { }",
            "class Cart extends Base { private int a = 1; public static Object make() { return new"
                + " Cart(); } public String toString() { return \"\" + a; } }\n---\n"
                + "class Base implements Serializable { private int a = 2; }",
            "!has namesakes",
            "1"),
        new Change(
            "field and its class added",
            cart("String z = \"z\";", "z"),
            cart(
                    "Coupon a = new Coupon(); Object[] b = {Kind.NEW, new Coupon[] {a}};"
                        + " Set<Object> c = new TreeSet<>(Set.of(Kind.NEW)); String z = \"y\";",
                    "z + a")
                + "\n---\nclass Coupon implements Serializable { int percent = 5; Coupon next = this; }"
                + "\n---\nenum Kind { NEW }",
            "znull",
            "y"),
        new Change(
                "shared object, first met in a field that is gone",
                cart("List<Item> items = List.of(new Item());", "items.get(0).n"),
                cart(
                    "List<Item> items = List.of(new Item()); Item current = items.get(0);",
                    "items.get(0).n + \"\" + (current == null)"),
                "4true",
                "4")
            .withBoth("\n---\nclass Item implements Serializable { int n = 4; }"),
        new Change(
            "class missing",
            cart("Object x = new Gone();", "x") + "\n---\nclass Gone implements Serializable {}",
            cart("Object x = 3;", "x"),
            "!class shop.Gone cannot be read: class shop.Gone is missing",
            "3"),
        new Change(
            "constant missing and constants reordered",
            cart("Color c = Color.RED;", "c") + "\n---\nenum Color { RED, GREEN }",
            cart("Color c = Color.BLUE;", "c") + "\n---\nenum Color { GREEN, BLUE, RED }",
            "RED",
            "!class shop.Color, field BLUE: is no constant"),
        new Change(
            "constant missing in a set",
            cart("Set<Color> c = EnumSet.of(Color.RED);", "c") + "\n---\nenum Color { RED, GREEN }",
            cart("Set<Color> c = EnumSet.of(Color.BLUE);", "c") + "\n---\nenum Color { BLUE, RED }",
            "[RED]",
            "!class shop.Color, field BLUE: is no constant"),
        new Change(
            "constant missing among the keys of a map",
            cart("Map<Color, ?> c = new EnumMap<>(Map.of(Color.RED, 1));", "c")
                + "\n---\nenum Color { RED, GREEN }",
            cart("Map<Color, ?> c = new EnumMap<>(Map.of(Color.BLUE, 1));", "c")
                + "\n---\nenum Color { BLUE, RED }",
            "{RED=1}",
            "!class shop.Color, field BLUE: is no constant"),
        new Change(
            "fields added with sets, maps and classes of what is missing",
            cart("String z = \"z\";", "z") + "\n---\nenum Color { RED }",
            cart(
                    "Set<Kind> a = EnumSet.of(Kind.NEW); Map<Kind, ?> b = new"
                        + " EnumMap<>(Map.of(Kind.NEW, 1)); Object c = Kind.class;"
                        + " Set<Color> d = EnumSet.allOf(Color.class); Map<Color, ?> e = new"
                        + " EnumMap<>(Map.of(Color.BLUE, 1)); String z = \"y\";",
                    "z + a + b + c + d + e")
                + "\n---\nenum Kind { NEW }\n---\nenum Color { RED, BLUE }",
            "znullnullnullnullnull",
            "y"),
        new Change(
            "class becomes a record",
            cart("int a = 1;", "a"),
            record("int a", "1", ""),
            "!was written as a class with fields and is a record here",
            "!was written as a record"),
        new Change(
            "enum becomes a class",
            cart("Object k = Kind.A;", "k") + "\n---\nenum Kind { A }",
            cart("Object k = new Kind();", "k")
                + "\n---\nclass Kind implements Serializable { int x; }",
            "!was written as an enum and is a class with fields here",
            "!is an enum here"),
        new Change(
            "hooks added",
            cart("int a = 1;", "a"),
            cart("int a = 2;", "a")
                .replace(
                    "public static", "private Object readResolve() { return this; } public static"),
            "!was written field by field, but has serialization hooks",
            "2"),
        new Change(
            "no longer serializable",
            cart("Object a = new Part();", "a") + "\n---\nclass Part implements Serializable {}",
            cart("Object a = 2;", "a") + "\n---\nclass Part {}",
            "!class shop.Part does not implement java.io.Serializable",
            "2"),
        new Change(
            "component added and reordered",
            record("int a, String b", "1, \"b\"", ""),
            record("String b, int c, int a, Object d", "\"x\", 3, 2, 4", ""),
            "Cart[b=b, c=0, a=1, d=null]",
            "Cart[a=2, b=x]"),
        new Change(
            "component and its class added",
            record("String z", "\"z\"", ""),
            record("Coupon a, String z", "new Coupon(), \"y\"", "")
                + "\n---\nclass Coupon implements Serializable { int percent = 5; }",
            "Cart[a=null, z=z]",
            "Cart[z=y]"),
        new Change(
            "component added that must not be null",
            record("int a", "1", ""),
            record("int a, String b", "2, \"b\"", "Cart { Objects.requireNonNull(b); }"),
            "!class shop.Cart is a record whose constructor refuses the components",
            "Cart[a=2]"),
        new Change(
            "component retyped",
            record("int a", "1", ""),
            record("String a", "\"2\"", ""),
            "!class shop.Cart, field a: was written as int and is java.lang.String here",
            "!class shop.Cart, field a: was written as String and is int here"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void readsOldBytesWithNewClasses_orSaysWhyNot(Change change) {
    check(change.before, change.after, change.newReadsOld);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void readsNewBytesWithOldClasses_orSaysWhyNot(Change change) {
    check(change.after, change.before, change.oldReadsNew);
  }

  private static void check(String writing, String reading, String expected) {
    CompiledVersion writer = new CompiledVersion(writing, "");
    byte[] envelope = writer.encode();
    CompiledVersion reader = new CompiledVersion(reading, "");
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
  void saysWhichClassAndField_whenABytesCannotBeRead() {
    byte[] envelope = new CompiledVersion(cart("int a = 1;", "a"), "").encode();
    CompiledVersion other = new CompiledVersion(cart("String a = null;", "a"), "");

    CorruptAttributeException e =
        catchThrowableOfType(CorruptAttributeException.class, () -> other.decode(envelope));

    assertThat(e.unreadable())
        .isEqualTo(
            new UnreadableClass(
                "shop.Cart", "a", "was written as int and is java.lang.String here"));
  }

  @Test
  void readsAndWritesARenamedClassUnderItsOldName_bothWays() {
    String item =
        "\n---\nclass Old implements Serializable { int n = 4; public String toString() { return \"n\" + n; } }";
    CompiledVersion before =
        new CompiledVersion(
            cart("Object x = new Old[] {new Old()};", "((Object[]) x)[0]") + item, "");
    CompiledVersion after =
        new CompiledVersion(
            cart("Object x = new New[] {new New()};", "((Object[]) x)[0]")
                + item.replace("Old", "New"),
            "shop.Old=shop.New");

    assertThat(after.decode(before.encode())).hasToString("n4");
    assertThat(before.decode(after.encode())).hasToString("n4");
    assertThat(after.decode(after.encode())).hasToString("n4");
  }

  @Test
  void refusesToWriteAClass_whoseNameAnotherOneHasOnTheWire() {
    CompiledVersion both =
        new CompiledVersion(
            cart("Object x = new Old();", "x")
                + "\n---\nclass Old implements Serializable {}\n---\nclass New implements Serializable {}",
            "shop.Old=shop.New");

    assertThatThrownBy(both::encode)
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageContaining("has the name that class shop.New has on the wire");
  }

  @Test
  void refusesAnAttribute_whoseKeptPartRefersToADroppedObjectOfAMissingClass() {
    CompiledVersion after =
        new CompiledVersion(
            cart("List<Object> a = new ArrayList<>(); Object b = a; { a.add(new Coupon()); }", "b")
                + "\n---\nclass Coupon implements Serializable {}",
            "");
    CompiledVersion before = new CompiledVersion(cart("Object b = 1;", "b"), "");
    byte[] envelope = after.encode();

    assertThatThrownBy(() -> before.decode(envelope))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining("class shop.Coupon cannot be read");
  }

  @Test
  void readsTheSameInstanceAgain_afterAnAttributeThatCouldNotBeRead() {
    CompiledVersion before = new CompiledVersion(cart("int a = 1;", "a"), "");
    byte[] foreign = new CompiledVersion(cart("String a = null;", "a"), "").encode();

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> before.decode(foreign))
          .isInstanceOf(CorruptAttributeException.class);
      assertThat(before.decode(before.encode())).hasToString("1");
    }
  }

  /** Whether a record accepts depends on the node: so its trip fails on one of two. */
  @Test
  void staysReadable_whenTheClassIsWrittenThroughJdkSerializationHere() {
    String picky =
        "record Cart(int a) implements Serializable { public static int callsLeft;"
            + " public Cart { if (callsLeft > 0 && --callsLeft == 0) throw new IllegalStateException(); }"
            + " public static Object make() { return new Cart(5); } }";
    byte[] throughKryo = new CompiledVersion(picky, "").encode();
    CompiledVersion other = new CompiledVersion(picky, "");
    Object value = other.make();
    other.setStatic("shop.Cart", "callsLeft", 2); // when written, and when read back

    byte[] throughJdk = other.codec.encode("cart", value);

    assertThat(throughKryo[0]).isEqualTo((byte) Envelope.KRYO);
    assertThat(throughJdk[0]).isEqualTo((byte) Envelope.JDK);
    assertThat(other.decode(throughKryo)).hasToString("Cart[a=5]");
    assertThat(other.decode(throughJdk)).hasToString("Cart[a=5]");
    // A version that it has not met before the switch.
    String wider = picky.replace("Cart(int a)", "Cart(int a, int b)").replace("(5)", "(5, 6)");
    byte[] ofAnotherVersion = new CompiledVersion(wider, "").encode();
    assertThat(ofAnotherVersion[0]).isEqualTo((byte) Envelope.KRYO);
    assertThat(other.decode(ofAnotherVersion)).hasToString("Cart[a=5]");
  }

  private static Change field(
      String title, String before, String after, String newReadsOld, String oldReadsNew) {
    return new Change(title, cart(before, "a"), cart(after, "a"), newReadsOld, oldReadsNew);
  }

  private static Change retyped(
      String title, String before, String after, String newReadsOld, String oldReadsNew) {
    return field(title, before, after, newReadsOld, oldReadsNew);
  }

  private static String cart(String fields, String shown) {
    return "class Cart implements Serializable { "
        + fields
        + " public static Object make() { return new Cart(); }"
        + " public String toString() { return String.valueOf("
        + shown
        + "); } }";
  }

  private static String record(String components, String values, String constructor) {
    return "record Cart("
        + components
        + ") implements Serializable { "
        + (constructor.isEmpty() ? "" : "public " + constructor)
        + " public static Object make() { return new Cart("
        + values
        + "); } }";
  }
}
