// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Renamed classes keep their old name in the bytes ({@code classAliases}): nodes that know the old
 * name alone and nodes that know the new one read each other, through Kryo and, in attributes with
 * serialization hooks, through JDK serialization.
 */
class RenamedClassTest {
  private static final String ALIASES =
      "shop.Old=shop.Renamed;shop.Old$Inner=shop.Renamed$Inner;shop.OldColor=shop.Hue";
  private static final String PLAIN = "";
  private static final String HOOKED = "private Object readResolve() { return this; }";
  private static final String UID = "private static final long serialVersionUID = 1;";

  /**
   * @param value an expression; both the classes after the line {@code ---} and it name the class
   *     {@code Old}
   */
  record Use(String title, String hooks, String value) {
    String source() {
      String[] parts = value.split("---", 2);
      return "class Cart implements Serializable { "
          + UID
          + hooks
          + " Object x = "
          + parts[0].strip()
          + "; public static Object make() { return new Cart(); }"
          + " public String toString() { return Arrays.deepToString(new Object[] {x}); } }\n---\n"
          + parts[1].strip();
    }

    String renamed() {
      return source().replaceAll("\\bOld\\b", "Renamed").replaceAll("\\bOldColor\\b", "Hue");
    }

    @Override
    public String toString() {
      return title + (hooks.isEmpty() ? "" : ", through JDK serialization");
    }
  }

  static List<Use> uses() {
    String body = "implements Serializable { " + UID + " int n = 4; ";
    String shown = "public String toString() { return \"n\" + n; }";
    String bean = " --- class Old " + body + shown + " }";
    String color = " --- enum OldColor { RED, GREEN { } }";
    List<Use> uses = new ArrayList<>();
    for (String hooks : List.of(PLAIN, HOOKED)) {
      uses.add(new Use("class", hooks, "new Old()" + bean));
      uses.add(new Use("array", hooks, "new Old[][] {{new Old()}, {}}" + bean));
      uses.add(new Use("class as a value", hooks, "Old.class" + bean));
      uses.add(new Use("array class as a value", hooks, "Old[].class" + bean));
      uses.add(new Use("two of them", hooks, "List.of(new Old(), new Old())" + bean));
      uses.add(
          new Use(
              "record",
              hooks,
              "new Old(4) --- record Old(int n) implements Serializable { " + shown + " }"));
      uses.add(
          new Use(
              "nested class",
              hooks,
              "new Old.Inner() --- class Old { static class Inner " + body + shown + " } }"));
      uses.add(
          new Use(
              "superclass with a namesake",
              hooks,
              "new Sub() --- class Sub extends Old { "
                  + UID
                  + " private int n = 1; public String toString() { return n + super.toString(); }"
                  + " }\n---\nclass Old "
                  + body.replace("int n", "private int n")
                  + shown
                  + " }"));
      uses.add(new Use("enum", hooks, "OldColor.RED" + color));
      uses.add(new Use("constant with a body", hooks, "OldColor.GREEN" + color));
      uses.add(new Use("enum set", hooks, "EnumSet.of(OldColor.GREEN)" + color));
      uses.add(new Use("enum map", hooks, "new EnumMap<>(Map.of(OldColor.RED, 1))" + color));
    }
    return uses;
  }

  @ParameterizedTest
  @MethodSource("uses")
  void readsWhatTheOtherNameWrote_bothWays(Use use) {
    CompiledVersion before = new CompiledVersion(use.source(), "");
    CompiledVersion after = new CompiledVersion(use.renamed(), ALIASES);
    String old = before.make().toString();
    String renamed = after.make().toString();

    byte[] envelope = after.encode();

    int codecId = use.hooks().isEmpty() ? Envelope.KRYO : Envelope.JDK;
    assertThat(envelope[0]).isEqualTo((byte) codecId);
    assertThat(after.decode(before.encode())).hasToString(renamed);
    assertThat(before.decode(envelope)).hasToString(old);
    assertThat(after.decode(envelope)).hasToString(renamed);
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, HOOKED})
  void readsTheNewName_fromANodeThatWroteItBeforeItHadTheAlias(String hooks) {
    Use use = uses().stream().filter(any -> any.hooks().equals(hooks)).findFirst().orElseThrow();
    byte[] envelope = new CompiledVersion(use.renamed(), "").encode();

    assertThat(new String(envelope, StandardCharsets.ISO_8859_1)).contains("shop.Renamed");
    assertThat(new CompiledVersion(use.renamed(), ALIASES).decode(envelope)).hasToString("[n4]");
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, HOOKED})
  void refusesToWriteAClass_whoseNameAnotherOneHasOnTheWire(String hooks) {
    String both =
        new Use("", hooks, "new Old() --- class Old implements Serializable {}").source()
            + "\n---\nclass Renamed implements Serializable {}";
    CompiledVersion version = new CompiledVersion(both, ALIASES);

    assertThatThrownBy(version::encode)
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageContaining("has the name that class shop.Renamed has on the wire");
  }

  /** Nodes that know no alias judge the name in the bytes, and all nodes have to judge alike. */
  @ParameterizedTest
  @ValueSource(strings = {PLAIN, HOOKED})
  void refusesARenamedClass_whoseNameInTheBytesIsRefused(String hooks) {
    refused(hooks, "!shop.Old", "class shop.Old is refused by the class filter");
  }

  /** It is the class that objects are made of: no alias lets it pass. */
  @ParameterizedTest
  @ValueSource(strings = {PLAIN, HOOKED})
  void refusesARenamedClass_whoseNameHereIsRefused(String hooks) {
    refused(hooks, "!shop.Renamed", "class shop.Renamed is refused by the class filter");
  }

  private static void refused(String hooks, String filter, String message) {
    Use use = uses().stream().filter(any -> any.hooks().equals(hooks)).findFirst().orElseThrow();
    byte[] envelope = new CompiledVersion(use.source(), "").encode();
    CompiledVersion after =
        new CompiledVersion(
            use.renamed(),
            SerializationConfig.builder().allowedClasses(filter).classAliases(ALIASES).build());

    assertThatThrownBy(() -> after.decode(envelope))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining(message);
  }

  /** The default one is computed from the name: JDK serialization sees another class. */
  @Test
  void needsADeclaredSerialVersionUid_throughJdkSerialization() {
    Use use = new Use("", HOOKED, "new Old() --- class Old implements Serializable { int n; }");
    CompiledVersion after = new CompiledVersion(use.renamed(), ALIASES);
    byte[] envelope = new CompiledVersion(use.source(), "").encode();

    assertThatThrownBy(() -> after.decode(envelope))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining("class shop.Renamed cannot be read by JDK serialization: local class")
        .hasMessageContaining("serialVersionUID");
  }
}
