// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoutedIdTest {
  @Test
  void isAnIdAndARoute() {
    RoutedId id = RoutedId.parse("abc.node-1");

    assertThat(id.id()).isEqualTo("abc");
    assertThat(id.route()).isEqualTo("node-1");
    assertThat(RoutedId.parse("abc").route()).isNull();
  }

  @Test
  void isTheOneOfTheApplication_amongSeveral() {
    RoutedId id = RoutedId.parse("one1~two2~two3.node-1");

    assertThat(id.of(text -> text.startsWith("two")))
        .isEqualTo(new RoutedId(List.of("two2"), "node-1"));
    assertThat(id.of(text -> false)).isNull();
  }

  @Test
  void isNotAskedFor_whenItIsTheOnlyOne() {
    assertThat(RoutedId.parse("abc").of(text -> false)).isEqualTo(RoutedId.parse("abc"));
  }

  @Test
  void isNotWellFormed_whenItCannotBeOurs() {
    assertThat(RoutedId.parse("a~<b>~~c~" + "d".repeat(129)).ids())
        .filteredOn(RoutedId::isWellFormed)
        .containsExactly("a", "c");
    assertThat(RoutedId.parse("x~".repeat(500)).ids()).hasSizeLessThanOrEqualTo(16);
    assertThat(RoutedId.parse("~").isWellFormed()).isFalse();
    assertThat(RoutedId.parse("").isWellFormed()).isFalse();
    assertThat(RoutedId.parse(".a").isWellFormed()).isFalse();
  }

  @Test
  void comesBack_fromTheCookieThatItWasJoinedInto() {
    List<String> ids = List.of("one", "two");

    assertThat(RoutedId.parse(RoutedId.join(ids, "n")).ids()).isEqualTo(ids);
    assertThat(RoutedId.join(ids, null)).isEqualTo("one~two");
  }

  @Test
  void showsNoId_whenItIsPrinted() {
    assertThat(RoutedId.parse("abcdef.node-1")).hasToString("session id with route node-1");
  }
}
