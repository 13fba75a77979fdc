// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassAliasesTest {
  private final ClassAliases aliases = ClassAliases.parse(" a.Old = b.New ;; c.X$Y=d.X$Y;");

  @Test
  void mapsNamesBothWays_insideArraysToo() {
    assertThat(aliases.localName("a.Old")).isEqualTo("b.New");
    assertThat(aliases.wireName("b.New")).isEqualTo("a.Old");
    assertThat(aliases.localName("[[La.Old;")).isEqualTo("[[Lb.New;");
    assertThat(aliases.wireName("[Ld.X$Y;")).isEqualTo("[Lc.X$Y;");
  }

  @Test
  void leavesOtherNamesAlone() {
    for (String name : new String[] {"a.Older", "a.Old$In", "[I", "[", "[[", "", "[L", "[La.Old"}) {
      assertThat(aliases.localName(name)).isEqualTo(name);
      assertThat(aliases.wireName(name)).isEqualTo(name);
    }
    assertThat(ClassAliases.parse("")).isSameAs(ClassAliases.NONE);
  }

  @Test
  void namesTheClassThatHasTheNameOfAnotherOneOnTheWire() {
    assertThat(aliases.usurped("a.Old")).contains("class b.New");
    assertThat(aliases.usurped("[[La.Old;")).contains("class b.New");
    assertThat(aliases.usurped("b.New")).isNull();
    assertThat(ClassAliases.parse("a.A=b.B;b.B=a.A").usurped("a.A")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a=",
        "=b",
        "a=b=c",
        "a b=c",
        "a..b=c",
        ".a=b",
        "a.=b",
        "a=[Lb;",
        "a=b;a=c",
        "a=b;c=b",
        "java.util.List=b",
        "a=java.lang.String"
      })
  void refusesWhatIsNoTableOfNames(String text) {
    assertThatThrownBy(() -> ClassAliases.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("classAliases: entry \"");
  }
}
