// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the check says of two versions of a class is what the codec does with its objects. */
class UpgradeCheckTest {
  private static final String HOOK =
      " private static final long serialVersionUID = 1;"
          + " private Object readResolve() { return this; } ";

  /**
   * @param aliases of the second version
   * @param expected the findings: U(nreadable), ? (uncertain) or L(oss), field and part of the
   *     reason; empty for none
   */
  record Change(String title, String before, String after, String aliases, List<String> expected) {
    Change(String title, String before, String after, String aliases, String... expected) {
      this(title, before, after, aliases, List.of(expected));
    }

    @Override
    public String toString() {
      return title;
    }
  }

  static List<Change> changes() {
    return List.of(
        cart("the same", "int a;", "int a;"),
        cart("field added", "int a;", "int a; List<String> b;"),
        cart("field removed", "int a; String b;", "int a;", "L b is not there"),
        cart("int to long", "int a;", "long a;"),
        cart("long to int", "long a;", "int a;", "U a was written as long and is int there"),
        cart("int to String", "int a;", "String a;", "U a was written as int"),
        cart("long to double", "long a = 5;", "double a;", "? a would lose digits"),
        cart("Integer to int", "Integer a = 1;", "int a;", "? a null cannot be read"),
        cart("Integer to Number", "Integer a = 1;", "Number a;"),
        cart("Integer to String", "Integer a = 1;", "String a;", "U a no value but null fits"),
        cart("ArrayList to List", "ArrayList<?> a = new ArrayList<>();", "List<?> a;"),
        cart("List to ArrayList", "List<?> a = new ArrayList<>();", "ArrayList<?> a;", "? a only"),
        cart("Date to String[]", "Date a = new Date();", "String[] a;", "U a no value but null"),
        cart("transient", "int a;", "transient int a;", "L a is not there"),
        cart("hooks added", "int a;", "int a;" + HOOK, "U - serialization hooks"),
        cart("hooks", HOOK + "int a;", HOOK + "int a; int b;"),
        cart("hooks, removed", HOOK + "int a; int b;", HOOK + "int a;", "L b is not there"),
        cart("hooks, int to long", HOOK + "int a;", HOOK + "long a;", "U a converts nothing"),
        cart("hooks gone", HOOK + "int a;", "static final long serialVersionUID = 1; int a;"),
        cart(
            "hooks, other version",
            HOOK + "int a;",
            (HOOK + "int a;").replace("UID = 1", "UID = 2"),
            "U - serialVersionUID 1 and 2 there"),
        cart(
            "hooks, none declared",
            "int a; private Object readResolve() { return this; }",
            "int a; int b; private Object readResolve() { return this; }",
            "U - (not declared)"),
        new Change(
            "no longer serializable",
            "class Cart implements Serializable { int a; }",
            "class Cart { int a; }",
            "",
            "U - is not serializable there"),
        new Change(
            "missing",
            "class Cart implements Serializable { int a; }",
            "class Other implements Serializable { int a; }",
            "",
            "U - is missing"),
        new Change(
            "renamed",
            "class Cart implements Serializable { Cart[] next; }",
            "class Basket implements Serializable { Basket[] next; }",
            "shop.Cart=shop.Basket"),
        new Change(
            "record",
            "record Cart(int a, String b) implements Serializable { public Cart() { this(1, \"\"); } }",
            "record Cart(long a) implements Serializable { public Cart() { this(1); } }",
            "",
            "L b is not there"),
        new Change(
            "class to record",
            "class Cart implements Serializable { int a; }",
            "record Cart(int a) implements Serializable { public Cart() { this(1); } }",
            "",
            "U - is a record there"));
  }

  private static Change cart(String title, String before, String after, String... expected) {
    return new Change(
        title,
        "class Cart implements Serializable { " + before + " }",
        "class Cart implements Serializable { " + after + " }",
        "",
        expected);
  }

  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("changes")
  void saysWhatTheCodecDoes(Change change) throws Exception {
    Path before = CompiledClasses.compile(directory.resolve("before"), change.before);
    Path after = CompiledClasses.compile(directory.resolve("after"), change.after);
    ClassAliases aliases = ClassAliases.parse(change.aliases);

    UpgradeReport report =
        UpgradeCheck.run(ApplicationClasses.read(before), ApplicationClasses.read(after), aliases);

    assertThat(report.classes()).isEqualTo(1);
    assertThat(report.findings()).hasSize(change.expected.size());
    for (int i = 0; i < change.expected.size(); i++) {
      Finding finding = report.findings().get(i);
      String[] parts = change.expected.get(i).split(" ", 3);
      assertThat(mark(finding.severity())).isEqualTo(parts[0]);
      assertThat(finding.field()).isEqualTo(parts[1].equals("-") ? "" : parts[1]);
      assertThat(finding.reason()).contains(parts[2]);
    }
    boolean unreadable =
        report.findings().stream().anyMatch(any -> any.severity() == Severity.UNREADABLE);
    assertThat(isRead(before, after, aliases)).as("read by the codec").isEqualTo(!unreadable);
  }

  private static String mark(Severity severity) {
    return switch (severity) {
      case UNREADABLE -> "U";
      case UNCERTAIN -> "?";
      case LOSS -> "L";
    };
  }

  private boolean isRead(Path before, Path after, ClassAliases aliases) throws Exception {
    try (URLClassLoader writing = loader(before);
        URLClassLoader reading = loader(after)) {
      Object cart = writing.loadClass("shop.Cart").getConstructor().newInstance();
      byte[] envelope = codec(writing, ClassAliases.NONE).encode("cart", cart);
      Object read = codec(reading, aliases).decode("cart", envelope);
      return read != null;
    } catch (CorruptAttributeException e) {
      return false;
    }
  }

  private static URLClassLoader loader(Path classes) throws Exception {
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, UpgradeCheckTest.class.getClassLoader());
  }

  private static AttributeCodec codec(ClassLoader loader, ClassAliases aliases) {
    return new KryoAttributeCodec(
        loader,
        ClassFilter.DEFAULT,
        CodecLimits.DEFAULT,
        aliases,
        Verification.FIRST_SIGHT,
        new ReplicationMetrics());
  }

  @Test
  void namesTheConstantsThatAreMissing() throws Exception {
    UpgradeReport report =
        check(
            List.of("enum Color { RED, GREEN { }, BLUE }"), List.of("enum Color { BLUE, YELLOW }"));

    assertThat(report.classes()).isEqualTo(1);
    assertThat(report.findings())
        .extracting(Finding::sentence)
        .containsExactly(
            "shop.Color, GREEN: is no constant of this enum there",
            "shop.Color, RED: is no constant of this enum there");
  }

  @Test
  void looksAtFieldsAndVersionsOfSuperclasses() throws Exception {
    String base = "class Base implements Serializable { %s }";
    String sub = "class Sub extends Base { int b; }";
    String hooked =
        "class Hooked extends Base { static final long serialVersionUID = 1;"
            + HOOK.replace("private static final long serialVersionUID = 1;", "")
            + " }";

    UpgradeReport report =
        check(
            List.of(base.formatted("int a;"), sub, hooked),
            List.of(base.formatted("String a;"), sub, hooked));

    assertThat(report.classes()).isEqualTo(3);
    assertThat(report.findings())
        .extracting(Finding::className)
        .containsExactly("shop.Base", "shop.Hooked", "shop.Sub");
    assertThat(report.findings().get(1).reason())
        .startsWith("superclass shop.Base has serialVersionUID");
  }

  @Test
  void tellsAllChangedFieldsOfAClass() throws Exception {
    UpgradeReport report =
        check(
            List.of(
                "class Cart implements Serializable { int a; long b; String c; Date d; int e; }"),
            List.of("class Cart implements Serializable { long a; int b; int c; int d; }"));

    assertThat(report.findings())
        .extracting(Finding::sentence)
        .containsExactly(
            "shop.Cart, b: was written as long and is int there",
            "shop.Cart, c: was written as String and is int there",
            "shop.Cart, d: was declared as java.util.Date and is int there: no value fits",
            "shop.Cart, e: is not there: its values are dropped");
  }

  /** A list may be unmodifiable, which no class file tells; to doubt each would cry wolf. */
  @Test
  void namesClassesThatAreReadOnlyWithoutHooksBeside_butDoesNotCallThemUnreadable()
      throws Exception {
    UpgradeReport report =
        check(
            List.of("class Cart implements Serializable { List<String> a; }"),
            List.of("class Cart implements Serializable { List<String> a; int b; }"));

    assertThat(report.findings()).isEmpty();
    assertThat(report.onlyByThemselves()).containsExactly("shop.Cart");
    assertThat(report.lines())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("not readable beside an object that needs JDK serialization")
        .endsWith("1 classes, for example shop.Cart");
  }

  @Test
  void leavesOutWhatNoSessionHolds() throws Exception {
    UpgradeReport report =
        check(
            List.of(
                "class Plain { int a; }",
                "interface Api extends Serializable { }",
                "abstract class Base implements Serializable { int a; }"),
            List.of("class Other { }"));

    assertThat(report).isEqualTo(new UpgradeReport(0, List.of(), List.of(), List.of()));
    assertThat(report.readsAll()).isTrue();
  }

  private UpgradeReport check(List<String> before, List<String> after) throws Exception {
    return UpgradeCheck.run(
        ApplicationClasses.read(
            CompiledClasses.compile(directory.resolve("old"), before.toArray(String[]::new))),
        ApplicationClasses.read(
            CompiledClasses.compile(directory.resolve("new"), after.toArray(String[]::new))),
        ClassAliases.NONE);
  }
}
