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

package org.holdfast.tomcat;

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
    assertThat(id.except(text -> text.startsWith("two"))).containsExactly("one1");
  }

  @Test
  void isNotAskedFor_whenItIsTheOnlyOne() {
    assertThat(RoutedId.parse("abc").of(text -> false)).isEqualTo(RoutedId.parse("abc"));
  }

  @Test
  void keepsNothingThatIsNoId() {
    assertThat(RoutedId.parse("a~<b>~~c~" + "d".repeat(129)).except(text -> false))
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
